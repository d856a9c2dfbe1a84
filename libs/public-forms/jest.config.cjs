// `.js` comes before `.mjs`: Jest resolves imports without their extension, and must not pick the ES module where a
// package has both an ES module and a CommonJS file of that name.
module.exports = require('../../jest.preset.cjs').browser(__dirname, {
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
});

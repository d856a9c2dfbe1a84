module.exports = require('../../jest.preset.cjs').browser(__dirname, {
  // `.js` before `.mjs`: packages that ship both (dom-accessibility-api, under jest-dom) mean `.js` for CommonJS.
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
});

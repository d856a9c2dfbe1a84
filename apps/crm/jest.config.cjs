// `.js` before `.mjs`: the relative imports of packages lose their extension on the way, and the ESM twin of a
// CommonJS file must not be taken in its place.
module.exports = require('../../jest.preset.cjs').browser(__dirname, {
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
});

// `.js` before `.mjs`: packages that ship both mean `.js` for CommonJS.
module.exports = require('../../jest.preset.cjs').browser(__dirname, {
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  setupFilesAfterEnv: ['<rootDir>/../../libs/admin/src/testing/setup.ts'],
});

const base = require('../../jest.preset.cjs').browser(__dirname, {
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
});

module.exports = {
  ...base,
  // `.js` before `.mjs`: packages that ship both mean `.js` for CommonJS.
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: { '\\.css$': '<rootDir>/test/no-styles.cjs', ...base.moduleNameMapper },
};

// `.js` before `.mjs`: imports lose their extension, and must find a package's CommonJS file, not its ESM twin.
module.exports = require('../../jest.preset.cjs').browser(__dirname, {
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  moduleNameMapper: {
    ...require('../../jest.preset.cjs').browser(__dirname).moduleNameMapper,
    '\\.css$': '<rootDir>/test/no-styles.ts',
  },
});

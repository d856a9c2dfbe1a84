const config = require('../../jest.preset.cjs').browser(__dirname);

module.exports = {
  ...config,
  moduleNameMapper: { '\\.css$': '<rootDir>/test/no-styles.ts', ...config.moduleNameMapper },
};

const base = require('../../jest.preset.cjs').browser(__dirname);

// Stylesheets have no meaning without a layout.
module.exports = { ...base, moduleNameMapper: { '\\.css$': '<rootDir>/test/no-styles.cjs', ...base.moduleNameMapper } };

const base = require('../../jest.preset.cjs').browser(__dirname, {
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
});

module.exports = {
  ...base,
  // `.js` before `.mjs`: the relative imports of packages lose their extension on the way, and the ESM twin of a
  // CommonJS file must not be taken in its place.
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  // Stylesheets have no meaning without a layout.
  moduleNameMapper: { '\\.css$': '<rootDir>/test/no-styles.cjs', ...base.moduleNameMapper },
};

const base = require('../../jest.preset.cjs').browser(__dirname);

module.exports = {
  ...base,
  moduleNameMapper: {
    ...base.moduleNameMapper,
    // The one file of that package that is imported by its path, in the form that Jest runs.
    '^(@module-federation/webpack-bundler-runtime/dist/\\w+)\\.js$': '$1.cjs',
  },
};

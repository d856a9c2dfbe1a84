const base = require('../../jest.preset.cjs').browser(__dirname);

module.exports = {
  ...base,
  moduleNameMapper: {
    ...base.moduleNameMapper,
    // Federation code imports this package by file path: map its ES module to the CommonJS file that Jest can run.
    '^(@module-federation/webpack-bundler-runtime/dist/\\w+)\\.js$': '$1.cjs',
  },
};

const base = require('../../jest.preset.cjs').browser(__dirname);

module.exports = {
  ...base,
  moduleNameMapper: {
    ...base.moduleNameMapper,
    // Jest runs CommonJS: maps the file that is imported by its path to its CommonJS build.
    '^(@module-federation/webpack-bundler-runtime/dist/\\w+)\\.js$': '$1.cjs',
  },
};

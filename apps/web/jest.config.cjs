const base = require('../../jest.preset.cjs').compiled(__dirname);

module.exports = {
  ...base,
  // @fastify/static brings a package that is ESM only and not in the preset's list.
  transformIgnorePatterns: base.transformIgnorePatterns.map((pattern) =>
    pattern.replace('(@nestjs|', '(content-disposition|@nestjs|'),
  ),
};

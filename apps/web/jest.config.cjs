const base = require('../../jest.preset.cjs').compiled(__dirname);

module.exports = {
  ...base,
  // @fastify/static depends on an ESM-only package that is not in the preset's list.
  transformIgnorePatterns: base.transformIgnorePatterns.map((pattern) =>
    pattern.replace('(@nestjs|', '(content-disposition|@nestjs|'),
  ),
};

const base = require('../../jest.preset.cjs').browser(__dirname);

// @fastify/static brings a package that is ESM only and not in the preset's list.
const transformIgnorePatterns = base.transformIgnorePatterns.map((pattern) =>
  pattern.replace('(@nestjs|', '(content-disposition|@nestjs|'),
);

module.exports = { ...base, transformIgnorePatterns };

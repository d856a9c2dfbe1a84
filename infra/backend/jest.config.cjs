module.exports = require('../../jest.preset.cjs').compiled(__dirname);

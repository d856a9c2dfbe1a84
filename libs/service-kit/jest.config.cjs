// Runs three specs concurrently: they mostly wait for processes and take little longer together than one alone.
module.exports = require('../../jest.preset.cjs').compiled(__dirname, { maxWorkers: 3 });

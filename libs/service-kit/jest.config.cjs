// The specs mostly wait for processes: three at a time take little more than one.
module.exports = require('../../jest.preset.cjs').compiled(__dirname, { maxWorkers: 3 });

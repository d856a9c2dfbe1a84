module.exports = require('../../jest.preset.cjs').node(__dirname, { setupFiles: ['/tmp/gwfake/setup.cjs'] });

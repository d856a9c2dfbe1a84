/** By what Jest and Playwright multiply their time-outs: `npm test` measures how slow the machine is. */
exports.timeoutFactor = Number(process.env.DOCFOLIO_TIMEOUT_FACTOR ?? 1);

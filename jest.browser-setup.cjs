const { timeoutFactor } = require('./timeout-factor.cjs');

// Compiling a page's module and answering its first request takes a busy machine half a minute; the default is 1 s.
const asyncUtilTimeout = 60_000 * timeoutFactor;
// A broken page fails many tests, each after a wait: after the first one the run is red, and the others need not take minutes.
const timeoutAfterFailure = 5_000 * timeoutFactor;

if (typeof window !== 'undefined') {
  const { configure, getConfig } = require('@testing-library/dom');
  const { getElementError } = getConfig();
  configure({
    asyncUtilTimeout,
    // Prints the DOM once when `findBy` or `waitFor` times out, not for each of their attempts as by default.
    getElementError: (message, container) => {
      if (getConfig()._disableExpensiveErrorDiagnostics) {
        return Object.assign(new Error(message), { name: 'TestingLibraryElementError' });
      }
      configure({ asyncUtilTimeout: timeoutAfterFailure });
      return getElementError(message, container);
    },
  });
}

import { closingLine, countJest, countPlaywright, oneCheck, sum } from './results.js';

const report = {
  success: true,
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 1,
  numRuntimeErrorTestSuites: 0,
};

it('sums the checks and both runners to one line', () => {
  const e2e = countPlaywright({ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 2 }, errors: [] });
  const total = sum([oneCheck(true), countJest(report), e2e]);
  expect(closingLine(total)).toBe('13 passed, 0 failed');
  expect(total.skipped).toBe(3);
});

it('counts a test file that could not be run', () => {
  expect(countJest({ ...report, success: false, numRuntimeErrorTestSuites: 2 })).toEqual({
    passed: 7,
    failed: 2,
    skipped: 1,
  });
});

it('counts a run that failed without a failed test', () => {
  expect(countJest({ ...report, success: false }).failed).toBe(1);
});

it('counts a flaky test and an error outside of a test as failures', () => {
  const counts = countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 }, errors: ['no setup'] });
  expect(counts).toEqual({ passed: 5, failed: 3, skipped: 0 });
});

import { closingLine, countJest, countPlaywright, oneCheck, readClosingLine, sum } from './results.js';

const report = {
  success: true,
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 1,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
};

const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 2 };

it('sums the results of checks, Jest and Playwright in one line', () => {
  const e2e = countPlaywright({ stats, errors: [], suites: [] });
  const total = sum([oneCheck(true), countJest(report, '/repo'), e2e]);
  expect(closingLine(total)).toBe('13 passed, 0 failed');
  expect(total.skipped).toBe(3);
});

it('counts and names a test file that could not be run', () => {
  const broken = {
    name: '/repo/libs/a/src/a.spec.ts',
    status: 'failed',
    message: 'no such module',
    assertionResults: [],
  };
  const counts = countJest({ ...report, success: false, numRuntimeErrorTestSuites: 2, testResults: [broken] }, '/repo');
  expect(counts).toEqual({
    passed: 7,
    failed: 2,
    skipped: 1,
    failures: ['libs/a/src/a.spec.ts\n  no such module'],
    tests: [],
  });
});

it('names a failed test with the first lines of its message, without colours', () => {
  const message = ['\u001b[31mexpected 1\u001b[39m', '', ...Array.from({ length: 40 }, (_, line) => `at ${line}`)].join(
    '\n',
  );
  const file = {
    name: '/repo/libs/a/src/a.spec.ts',
    status: 'failed',
    message: 'all of it',
    assertionResults: [
      { status: 'passed', fullName: 'adds', failureMessages: [] },
      { status: 'failed', fullName: 'divides by zero', failureMessages: [message] },
    ],
  };
  const { failures } = countJest({ ...report, success: false, numFailedTests: 1, testResults: [file] }, '/repo');
  expect(failures).toHaveLength(1);
  const lines = failures[0]!.split('\n');
  expect(lines.slice(0, 3)).toEqual(['libs/a/src/a.spec.ts > divides by zero', '  expected 1', '  at 0']);
  expect(lines).toHaveLength(13);
});

it('counts a run that failed without a failed test as one failure', () => {
  expect(countJest({ ...report, success: false }, '/repo').failed).toBe(1);
});

it('counts and names a flaky test and an error outside of a test as failures', () => {
  const spec = (status: string, message?: string) => ({
    title: `a ${status} test`,
    file: 'src/a.spec.ts',
    line: 7,
    tests: [{ status, results: [{ error: message ? { message } : undefined }, {}] }],
  });
  const counts = countPlaywright({
    stats: { ...stats, unexpected: 1, flaky: 1 },
    errors: [{ message: 'no setup' }],
    suites: [
      {
        title: 'src/a.spec.ts',
        specs: [spec('expected')],
        suites: [{ title: 'the page', specs: [spec('unexpected', 'no button'), spec('flaky', 'late')] }],
      },
    ],
  });
  expect(counts).toMatchObject({
    passed: 5,
    failed: 3,
    skipped: 2,
    failures: [
      'src/a.spec.ts:7 > the page a unexpected test\n  no button',
      'src/a.spec.ts:7 > the page a flaky test (flaky)\n  late',
      'outside of a test\n  no setup',
    ],
  });
});

it('names a test of a batch by its own file', () => {
  const test = {
    status: 'failed',
    fullName: 'libs/a/src/a.spec.ts the list is empty',
    ancestorTitles: ['libs/a/src/a.spec.ts', 'the list'],
    duration: 40,
    failureMessages: ['not empty'],
  };
  const batch = { name: '/repo/.results/batches/libs-a/quick/batch-1.spec.js', status: 'failed', message: '' };
  const counts = countJest(
    { ...report, success: false, numFailedTests: 1, testResults: [{ ...batch, assertionResults: [test] }] },
    '/repo',
  );
  expect(counts.failures).toEqual(['libs/a/src/a.spec.ts > the list is empty\n  not empty']);
  expect(counts.tests).toEqual([{ name: 'libs/a/src/a.spec.ts > the list is empty', ms: 40 }]);
});

it('reads the counts of a run within a run from the last line of its output that has them', () => {
  expect(readClosingLine('3 passed, 1 failed\n\n7 passed, 2 failed\n')).toMatchObject({ passed: 7, failed: 2 });
  expect(readClosingLine('tests: 3 passed, 0 failed in 2 s\n')).toBeUndefined();
});

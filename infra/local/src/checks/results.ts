/** What a stage of `npm test` found. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The part of Jest's `--json` report that is counted. */
export interface JestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests?: number;
  /** Files that could not be run at all: their tests are in no other number. */
  numRuntimeErrorTestSuites: number;
}

/** The part of Playwright's JSON report that is counted. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** Failures outside of a test: a setup, a file that doesn't load. */
  errors: unknown[];
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

/** One check that is either fine or not, as lint. */
export const oneCheck = (fine: boolean): Counts => ({ passed: fine ? 1 : 0, failed: fine ? 0 : 1, skipped: 0 });

export const sum = (all: Counts[]): Counts =>
  all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    NOTHING,
  );

export function countJest(report: JestReport): Counts {
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    // A run can fail without a failed test: a coverage threshold, a teardown, an open handle.
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  // A test that passed only at its second try did not pass: what makes it fail is found by looking at it.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/** The last line of `npm test`. */
export const closingLine = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`;

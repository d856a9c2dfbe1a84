import { relative } from 'node:path';

export interface TimedTest {
  name: string;
  ms: number;
}

/** The result of a stage of `npm test`: numbers of tests, or of checks such as lint. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Tests with their durations, without checks such as lint. */
  tests: TimedTest[];
  /** Texts of failures: the test's name, then the first lines of its message. Failed checks may be missing here. */
  failures: string[];
}

/** The fields of Jest's `--json` report that are read. */
export interface JestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests?: number;
  /** Number of files that could not be run at all: their tests are in no other number. */
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    status: string;
    /** Why the file could not be run; otherwise the failures of its tests, formatted. */
    message: string;
    assertionResults: {
      status: string;
      fullName: string;
      /** Titles of the `describe` blocks around it. */
      ancestorTitles?: string[];
      duration?: number | null;
      failureMessages?: string[] | null;
    }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { duration?: number; error?: { message?: string } }[] }[];
  }[];
}

/** The fields of Playwright's JSON report that are read. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** Failures outside of a test: a setup, a file that doesn't load. */
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], tests: [] };

/** Number of lines of a failure's message that are repeated at the end of the run. */
const messageLines = 12;

// Terminal colours; a message is cut by lines, which would leave the last colour on.
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const colorCodes = /\u001b\[[0-9;]*m/g;

function describeFailure(name: string, message = ''): string {
  const lines = message
    .replace(colorCodes, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [name, ...lines.slice(0, messageLines).map((line) => `  ${line}`)].join('\n');
}

/** Returns the result of a single check, such as lint. */
export const oneCheck = (fine: boolean): Counts => ({ ...noCounts, passed: fine ? 1 : 0, failed: fine ? 0 : 1 });

export const sum = (all: Counts[]): Counts =>
  all.reduce(
    (total, { passed, failed, skipped, failures, tests }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      failures: [...total.failures, ...failures],
      tests: [...total.tests, ...tests],
    }),
    noCounts,
  );

type JestFile = JestReport['testResults'][number];

/** Returns file and name of a test, as `file > name`. In a batch (jest.batches.cjs) the outermost block is the file. */
function testName(file: JestFile, { fullName, ancestorTitles }: JestFile['assertionResults'][number], root: string) {
  const [outermost] = ancestorTitles ?? [];
  if (outermost === undefined || !relative(root, file.name).startsWith('.results/batches/'))
    return `${relative(root, file.name)} > ${fullName}`;
  return `${outermost} > ${fullName.slice(outermost.length + 1)}`;
}

const jestFailures = ({ testResults }: JestReport, root: string): string[] =>
  testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length > 0)
      return failed.map((test) => describeFailure(testName(file, test, root), test.failureMessages?.[0]));
    return file.status === 'failed' ? [describeFailure(relative(root, file.name), file.message)] : [];
  });

/** Returns the result of a Jest run. @param root folder that file names of failures are relative to */
export function countJest(report: JestReport, root: string): Counts {
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    // A run can fail without a failed test: a coverage threshold, a teardown, an open handle.
    failed: failed === 0 && !report.success ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures: jestFailures(report, root),
    tests: report.testResults.flatMap((file) =>
      file.assertionResults.map((test) => ({ name: testName(file, test, root), ms: test.duration ?? 0 })),
    ),
  };
}

type Spec = NonNullable<PlaywrightSuite['specs']>[number];

/** Returns the specs of a suite, named with the titles of the `describe` blocks around them. */
function specsOf({ specs = [], suites = [] }: PlaywrightSuite, titles: string[] = []): (Spec & { name: string })[] {
  return [
    ...specs.map((spec) => ({ ...spec, name: [...titles, spec.title].join(' ') })),
    ...suites.flatMap((suite) => specsOf(suite, [...titles, suite.title])),
  ];
}

export function countPlaywright({ stats, errors, suites }: PlaywrightReport): Counts {
  // The outermost suites are the files.
  const tests = suites
    .flatMap((file) => specsOf(file))
    .flatMap((spec) => spec.tests.map((test) => ({ ...spec, ...test })));
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky');
  return {
    passed: stats.expected,
    // A flaky test counts as failed, so that its cause is fixed.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: [
      ...failed.map(({ file, line, name, status, results }) =>
        describeFailure(
          `${file}:${line} > ${name}${status === 'flaky' ? ' (flaky)' : ''}`,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
      ...errors.map(({ message }) => describeFailure('outside of a test', message)),
    ],
    tests: tests.flatMap(({ file, name, results }) =>
      results.map(({ duration = 0 }) => ({ name: `${file} > ${name}`, ms: duration })),
    ),
  };
}

/** Returns the last line of `npm test`: `N passed, N failed`. */
export const closingLine = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`;

/** Returns the counts of the last line `N passed, N failed` in a program's output; undefined if there is none. */
export function readClosingLine(output: string): Counts | undefined {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return last && { ...noCounts, passed: Number(last[1]), failed: Number(last[2]) };
}

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { bundleRunner } from '../bundle.js';
import { checkBoundaries } from '../checks/boundaries.js';
import { coverageTable } from '../checks/coverage.js';
import { nxCommand, nxEnv } from '../checks/nx.js';
import {
  type Counts,
  countJest,
  countPlaywright,
  type JestReport,
  oneCheck,
  type PlaywrightReport,
  sum,
} from '../checks/results.js';
import { isSlowSpec, listSlowSpecs, type SlowSpec, slowSpecProblems } from '../checks/slow-specs.js';
import { sizeOfSpecs, testProgress } from '../checks/test-progress.js';
import { addFileTimes, browserFileTimes } from '../checks/times.js';
import { checkTypes } from '../checks/types.js';
import { playwrightTest } from '../playwright-test.js';
import { listPackages, type WorkspacePackage } from '../workspace.js';
import { checkProgram, runProgram, type Stage, type StageContext } from './stages.js';

const resultsFolder = '.results';

const showOutput = (output: string): void => void process.stdout.write(output);

function readReport<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

/** Returns the stage that checks format and lint rules of `paths` with Biome; an empty list passes. */
export const lint = (paths: string[] = ['.']): Stage => ({
  name: 'lint',
  run: (context) =>
    paths.length === 0
      ? Promise.resolve(oneCheck(true))
      : checkProgram(context, process.execPath, [
          join(context.root, 'node_modules/@biomejs/biome/bin/biome'),
          'ci',
          '--diagnostic-level=warn',
          '--error-on-warnings',
          // Set explicitly, because Biome writes to a pipe and cannot detect a terminal behind it.
          `--colors=${process.stdout.isTTY ? 'force' : 'off'}`,
          '--no-errors-on-unmatched',
          '--files-ignore-unknown=true',
          ...paths,
        ]),
});

/** Checks comments, documents, API summaries and test names for the phrases that `lint/prose.mjs` bans. */
export const prose: Stage = {
  name: 'prose',
  run: (context) => checkProgram(context, process.execPath, ['infra/local/lint/prose.mjs']),
};

/** Returns a stage that passes if `find` returns no problem, and prints those that it returns. */
const problemCheck = (name: string, find: (context: StageContext) => Promise<string[]>): Stage => ({
  name,
  run: async (context) => {
    const problems = await find(context);
    for (const problem of problems) context.print(`   ${problem}`);
    return oneCheck(problems.length === 0);
  },
});

export const boundaries = problemCheck('boundaries', ({ root, env }) => checkBoundaries(root, env));

export const types = problemCheck('types', ({ root, env }) => checkTypes(root, env, listPackages(root)));

/** Checks that each slow spec says what it tests, and which spec of `npm test` covers the ordinary way of that. */
export const slowSpecs = problemCheck('slow specs', async ({ root }) => slowSpecProblems(root));

async function runNx(
  context: StageContext,
  args: string[],
  readOutput: (output: string) => string[] = () => [],
): Promise<boolean> {
  const [command, commandArgs] = nxCommand(context.root, args);
  const result = await runProgram(context, command, commandArgs, {
    show: (output) => {
      process.stdout.write(output);
      for (const line of readOutput(output)) context.print(line);
    },
    extraEnv: nxEnv({}),
  });
  const [, cached = '0', all] =
    /cache instead of running the command for (\d+) out of (\d+) tasks/.exec(result.output) ?? [];
  context.print(`   ${cached} ${all ? `of ${all} ` : ''}results came from the cache`);
  return result.code === 0;
}

const isCi = ({ CI }: NodeJS.ProcessEnv): boolean => CI !== undefined && !['', '0', 'false'].includes(CI);

/** Returns a stage that runs Nx with `args` and counts as a single check. */
export const nxCheck = (name: string, args: string[]): Stage => ({
  name,
  run: async (context) => oneCheck(await runNx(context, args)),
});

/** Returns the absolute path of the report (`--outputFile`) of a package's `test` script; undefined without one. */
export function reportPath(root: string, { folder, scripts }: WorkspacePackage): string | undefined {
  const match = /--outputFile=(\S+)/.exec(scripts.test ?? '');
  return match?.[1] ? resolve(root, folder, match[1]) : undefined;
}

/** Runs a package's tests without Nx, because the run by Nx left no report, for example with a cached result. */
async function rerun(context: StageContext, { folder, name }: WorkspacePackage): Promise<void> {
  context.print(`   ${name}: no report, running its tests again`);
  await runProgram(context, 'npm', ['run', '--silent', 'test'], { cwd: join(context.root, folder), show: showOutput });
}

async function collect(context: StageContext, tested: WorkspacePackage): Promise<Counts> {
  const path = reportPath(context.root, tested);
  if (!path) {
    context.print(`   ${tested.folder}/package.json: its test script writes no --outputFile`);
    return oneCheck(false);
  }
  if (!existsSync(path)) await rerun(context, tested);
  const report = readReport<JestReport>(path);
  if (report) return countJest(report, context.root);
  context.print(`   ${tested.name}: its tests ended without a report`);
  return oneCheck(false);
}

/** Which specs run: those of `npm test`, the slow ones (`*.slow.spec.ts`), or both. */
export type Circle = 'quick' | 'slow' | 'all';

/** Environment variable from which jest.preset.cjs and Playwright's configuration read the circle. */
export const circleVariable = 'DOCFOLIO_SPECS';

export interface PackageTestOptions {
  circle: Circle;
  /** Short names of the packages to test. Default: all. */
  only?: readonly string[];
  /** Also measures and prints the coverage of each package, without cached results. */
  coverage?: boolean;
}

/** Runs the tests of packages with Nx, which may take results from the cache of this clone. */
async function testWithNx(
  context: StageContext,
  tested: WorkspacePackage[],
  { circle, coverage }: { circle: Circle; coverage: boolean },
): Promise<Counts> {
  const { root } = context;
  // Reports of an earlier run must not be counted for this one.
  for (const path of tested.map((each) => reportPath(root, each))) if (path) rmSync(path, { force: true });
  const projects = tested.map(({ name }) => name).join(',');
  const args = ['run-many', '-t', 'test', '--parallel=2', '--excludeTaskDependencies', `--projects=${projects}`];
  if (coverage) args.push('--skipNxCache', '--', '--coverage');
  const began = performance.now();
  const runs = (file: string) => circle === 'all' || isSlowSpec(file) === (circle === 'slow');
  const sizes = new Map(tested.map(({ name, folder }) => [name, sizeOfSpecs(join(root, folder), runs)]));
  const fine = await runNx(
    context,
    args,
    testProgress(sizes, () => performance.now() - began),
  );
  const counts: Counts[] = [];
  for (const each of tested) {
    if (!context.signal.aborted) counts.push(await collect(context, each));
  }
  if (coverage) {
    const folders = tested.map(({ folder }) => folder);
    context.print(`\nCoverage in per cent:\n\n${coverageTable(root, folders).join('\n')}\n`);
  }
  const total = sum(counts);
  return fine || total.failed > 0 ? total : sum([total, oneCheck(false)]);
}

/** Runs the tests of packages in one run of Jest, without a cache. */
async function testInOneRun(context: StageContext, tested: WorkspacePackage[]): Promise<Counts> {
  const { root } = context;
  const report = join(root, resultsFolder, 'jest.json');
  rmSync(report, { force: true });
  const args = [
    // Jest passes it on to its workers. With V8's default, component specs spend a tenth of their time on garbage collection.
    '--max-semi-space-size=64',
    join(root, 'node_modules/jest/bin/jest.js'),
    ...['-c', 'jest.all.cjs', '--json', `--outputFile=${report}`],
    ...['--selectProjects', ...tested.map(({ folder }) => folder)],
  ];
  // The Node of PATH: `--newest-node` puts another one there.
  const result = await runProgram(context, 'node', args, {
    show: showOutput,
    // What the specs start has been built: as under Nx, and the bundles, too.
    extraEnv: { NX_TASK_TARGET_TARGET: 'test', DOCFOLIO_BUNDLE_RUNNER: JSON.stringify(bundleRunner(root)) },
  });
  const found = readReport<JestReport>(report);
  if (!found) {
    context.print('   Jest ended without a report');
    return oneCheck(false);
  }
  const counts = countJest(found, root);
  return result.code === 0 || counts.failed > 0 ? counts : sum([counts, oneCheck(false)]);
}

/**
 * Returns the stage that runs the packages' tests and counts them from Jest's reports. With CI=true, and of the slow specs, every
 * test runs; otherwise Nx may use results cached in this clone. Needs built packages.
 */
export const packageTests = ({ circle, only, coverage = false }: PackageTestOptions): Stage => ({
  name: circle === 'slow' ? 'slow tests' : 'tests',
  run: async (outer) => {
    const context = { ...outer, env: { ...outer.env, [circleVariable]: circle } };
    const { root, env } = context;
    const slowFolders = listSlowSpecs(root).map(({ folder }) => folder);
    const tested = listPackages(root).filter(
      ({ scripts, shortName, folder }) =>
        scripts.test !== undefined &&
        (only?.includes(shortName) ?? true) &&
        (circle !== 'slow' || slowFolders.includes(folder)),
    );
    if (tested.length === 0) return oneCheck(true);
    mkdirSync(join(root, resultsFolder), { recursive: true });
    const isUncached = isCi(env) || circle === 'slow';
    return isUncached && !coverage ? testInOneRun(context, tested) : testWithNx(context, tested, { circle, coverage });
  },
});

/** Returns the stage that runs the given slow specs, each package's without Nx, and counts them as one check. */
export const chosenSlowSpecs = (specs: SlowSpec[]): Stage => ({
  name: 'slow specs whose subject changed',
  run: async (context) => {
    const packages = listPackages(context.root).filter(({ scripts }) => scripts.test !== undefined);
    const counts: Counts[] = [];
    for (const tested of packages) {
      const files = specs.filter(({ folder }) => folder === tested.folder).map(({ file }) => file);
      if (files.length === 0) continue;
      context.print(files.map((file) => `   ${file}`).join('\n'));
      const jest = join(context.root, 'node_modules/jest/bin/jest.js');
      const paths = files.map((file) => relative(tested.folder, file));
      // The stage that ran before has built the package.
      const extraEnv = { NX_TASK_TARGET_TARGET: 'test' };
      const options = { cwd: join(context.root, tested.folder), extraEnv };
      counts.push(await checkProgram(context, process.execPath, [jest, '--runTestsByPath', ...paths], options));
    }
    return sum(counts);
  },
});

interface BrowserTestOptions {
  circle: Circle;
  /** Runs the tests tagged `@replicas` and `@replicas-only` on that many of each process. */
  replicas?: number;
  /** Changes all pages as a browser's translator does. */
  translated?: boolean;
}

function nameOfBrowserTests({ circle, replicas, translated }: BrowserTestOptions): string {
  if (replicas !== undefined) return `end to end, ${replicas} replicas`;
  if (translated) return 'end to end, translated pages';
  return circle === 'slow' ? 'slow end to end' : 'end to end';
}

/** Returns the stage that runs the browser tests of apps/e2e, which start their own platforms. */
export const browserTests = (options: BrowserTestOptions): Stage => ({
  name: nameOfBrowserTests(options),
  run: async (context) => {
    const { circle, replicas, translated } = options;
    const report = join(context.root, resultsFolder, 'e2e.json');
    rmSync(report, { force: true });
    const grep = replicas === undefined ? [] : ['--grep', '@replicas'];
    const { args, env } = playwrightTest(context.root, ['--reporter=list,json', ...grep]);
    const result = await runProgram(context, process.execPath, args, {
      show: showOutput,
      extraEnv: {
        ...env,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        DOCFOLIO_ROOT: context.root,
        [circleVariable]: circle,
        ...(replicas !== undefined && { DOCFOLIO_REPLICAS: String(replicas) }),
        ...(translated && { DOCFOLIO_TRANSLATED: 'true' }),
      },
    });
    const found = readReport<PlaywrightReport>(report);
    if (!found) return oneCheck(false);
    addFileTimes(context.root, browserFileTimes(found));
    const counts = countPlaywright(found);
    return result.code === 0 || counts.failed > 0 ? counts : sum([counts, oneCheck(false)]);
  },
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expectedMinutes } from '../checks/expected-time.js';
import { endMarked } from '../checks/leftover-processes.js';
import { measureSlowness, timeoutFactor } from '../checks/machine.js';
import { closingLine, oneCheck } from '../checks/results.js';
import { costliestFiles, readFileTimes, startRecording, writeStages } from '../checks/times.js';
import { ConfigError, ownEnvironment } from '../config.js';
import { findRoot } from '../workspace.js';
import { boundaries, browserTests, lint, npmScript, packageTests, prose, slowSpecs, types } from './check-stages.js';
import { installNewestNode } from './newest-node.js';
import { readReplicas } from './replicas-option.js';
import { runStages, type Stage, type StageContext, total } from './stages.js';
import { onStopSignals } from './stop-signals.js';

/** Environment variable of every process that a test run starts, by which leftover processes are found. */
export const runMark = 'DOCFOLIO_TEST_RUN';

const leftoverProcesses = (mark: string): Stage => ({
  name: 'no process left behind',
  run: async ({ print }) => {
    const left = await endMarked(runMark, mark);
    for (const { pid, command } of left) print(`   still running, ended now: ${pid} ${command}`);
    return oneCheck(left.length === 0);
  },
});

/** Returns the stage that fails if the run left files in `folder`, prints their names and removes the folder. */
export const leftoverFiles = (folder: string): Stage => ({
  name: 'no temporary file left behind',
  run: async ({ print }) => {
    const left = readdirSync(folder);
    for (const name of left) print(`   left in the temporary folder: ${name}`);
    rmSync(folder, { recursive: true, force: true });
    return oneCheck(left.length === 0);
  },
});

/** Short names of packages whose tests depend on Node most: fetch, streams, sockets, signals, jsdom, native code. */
const nodeDependent = [
  'api-client',
  'federation',
  'media-service',
  'process',
  'service-kit',
  'shell',
  'site',
  'ui',
  'web',
];

interface TestOptions {
  coverage: boolean;
  replicas: number | undefined;
  newestNode: boolean;
  slow: boolean;
}

/** Reads the options of `npm test`. @throws ConfigError for an unknown or invalid option, or more than one */
export function readTestOptions(args: string[]): TestOptions {
  const flags = { newestNode: '--newest-node', coverage: '--coverage', slow: '--slow' };
  const [newestNode, coverage, slow] = Object.values(flags).map((flag) => args.includes(flag)) as [
    boolean,
    boolean,
    boolean,
  ];
  const replicas = readReplicas(args.filter((arg) => !Object.values(flags).includes(arg)));
  if ([newestNode, coverage, slow, replicas !== undefined].filter(Boolean).length > 1)
    throw new ConfigError(`${Object.values(flags).join(', ')} and --replicas exclude each other.`);
  return { coverage, replicas, newestNode, slow };
}

/** What a run does: stages, one after another; those of an inner list at the same time. */
function chooseStages({ coverage, replicas, newestNode, slow }: TestOptions): (Stage | Stage[])[] {
  if (coverage) return [packageTests({ circle: 'all', coverage: true })];
  if (newestNode) return [packageTests({ circle: 'quick', only: nodeDependent })];
  if (replicas !== undefined) return [browserTests({ circle: 'all', replicas })];
  if (slow) return slowStages;
  const checks = [lint(), prose, boundaries, slowSpecs, types];
  return [checks, packageTests({ circle: 'quick' }), browserTests({ circle: 'quick' })];
}

/** What `npm run test:slow` does: all that `npm test` leaves out. */
const slowStages: Stage[] = [
  packageTests({ circle: 'slow' }),
  browserTests({ circle: 'slow' }),
  browserTests({ circle: 'quick', translated: true }),
  ...['test:rebrand', 'test:new-entity', 'test:new-remote', 'test:replicas', 'test:newest-node'].map(npmScript),
  ...['verify:operations', 'verify:compose'].map(npmScript),
];

/**
 * Runs `npm test`: lint, prose, boundaries, types, unit and integration tests, browser tests, all without the slow ones.
 * The last line is `N passed, N failed`; a check such as lint counts as one.
 * @param args `--slow`: what `npm test` leaves out; `--coverage`: unit and integration tests with coverage;
 *   `--replicas N`: browser tests tagged `@replicas` on N of each process; `--newest-node`: tests of the packages
 *   nodeDependent under the newest Node
 * @returns the exit code: 0 when nothing failed
 */
export async function test(args: string[] = []): Promise<number> {
  const options = readTestOptions(args);
  const mark = randomUUID();
  const stop = onStopSignals(() => process.exit(130));
  const { NODE_ENV: _, ...env } = ownEnvironment();
  const root = findRoot();
  if (options.newestNode) env.PATH = `${await installNewestNode(root, env)}${delimiter}${env.PATH}`;
  const temporary = mkdtempSync(join(tmpdir(), 'docfolio-tests-'));
  const slowness = await measureSlowness();
  const stages = chooseStages(options);
  const minutes = expectedMinutes(
    stages.flat().map(({ name }) => name),
    slowness,
  );
  if (minutes !== undefined)
    console.log(`\nTakes about ${minutes} min on this machine, less where results are cached.`);
  const childEnv = {
    ...env,
    // Within `npm run test:slow`, a run adds to the records of that one.
    ...(env.DOCFOLIO_TEST_TIMES ? {} : startRecording(root)),
    // Jest, Playwright and the tests' helpers multiply their time-outs by it.
    DOCFOLIO_TIMEOUT_FACTOR: timeoutFactor(slowness).toFixed(1),
    TMPDIR: temporary,
    // Since Node 22, npm would leave its compile cache in the temporary folder.
    NODE_DISABLE_COMPILE_CACHE: '1',
    [runMark]: mark,
  };
  const context: StageContext = { root, env: childEnv, signal: stop.signal, print: (text) => console.log(text) };
  const finished = await runStages(stages, context);
  const left = await runStages([leftoverProcesses(mark), leftoverFiles(temporary)], {
    ...context,
    signal: new AbortController().signal,
  });
  stop.release();
  if (!env.DOCFOLIO_TEST_TIMES)
    writeStages(
      root,
      [...finished, ...left].map(({ name, ms, counts: { passed, failed } }) => ({
        name,
        ms: Math.round(ms),
        passed,
        failed,
      })),
    );
  const counts = total([...finished, ...left]);
  const costliest = costliestFiles(readFileTimes(root));
  if (costliest.length > 0)
    console.log(`\nFiles that cost most (npm run test:times has all):\n\n${costliest.join('\n')}`);
  // Repeated at the end, because a CI log is often cut to its last part and browser tests print thousands of lines.
  if (counts.failures.length > 0) console.log(`\nFailed:\n\n${counts.failures.join('\n\n')}`);
  if (counts.skipped > 0) console.log(`\n${counts.skipped} skipped`);
  console.log(`\n${closingLine(counts)}`);
  return counts.failed === 0 ? 0 : 1;
}

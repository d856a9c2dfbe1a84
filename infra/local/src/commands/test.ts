import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expectedMinutes, expectedMs } from '../checks/expected-time.js';
import { endMarked } from '../checks/leftover-processes.js';
import { measureSlowness, timeoutFactor } from '../checks/machine.js';
import { closingLine, oneCheck } from '../checks/results.js';
import { costliestFiles, readFileTimes, startRecording, writeStages } from '../checks/times.js';
import { ConfigError, ownEnvironment } from '../config.js';
import { findRoot } from '../workspace.js';
import { boundaries, browserTests, lint, packageTests, prose, slowSpecs, types } from './check-stages.js';
import { installNewestNode } from './newest-node.js';
import { readReplicas } from './replicas-option.js';
import { npmScript, workspaceTest } from './script-stages.js';
import { runStages, type Stage, type StageContext, total, within } from './stages.js';
import { onStopSignals } from './stop-signals.js';
import { testTimes } from './test-times.js';

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

/**
 * Short names of packages whose tests depend on Node most: fetch, streams, sockets, signals, native code, and of those in jsdom
 * the shell's alone, as the others need the same of Node.
 */
const nodeDependent = ['api-client', 'federation', 'media-service', 'process', 'service-kit', 'shell', 'web'];

const workspaceTests = ['rebrand', 'new-entity', 'new-remote'] as const;
const flags = ['slow', 'coverage', 'newest-node', 'times', ...workspaceTests] as const;

type Part = 'ordinary' | 'replicas' | (typeof flags)[number];

interface TestOptions {
  part: Part;
  replicas: number | undefined;
  /** Of `--slow`: a stage that is not expected to end within so many minutes does not begin. */
  minutes: number | undefined;
}

/** Reads the options of `npm test`. @throws ConfigError for an unknown or invalid option, or more than one part */
export function readTestOptions(args: string[]): TestOptions {
  const given = flags.filter((flag) => args.includes(`--${flag}`));
  const { minutes, rest } = given.includes('slow') ? readMinutes(args) : { minutes: undefined, rest: args };
  const replicas = readReplicas(rest.filter((arg) => !given.some((flag) => arg === `--${flag}`)));
  const [part = 'ordinary', ...more]: Part[] = [...given, ...(replicas === undefined ? [] : ['replicas' as const])];
  if (more.length > 0)
    throw new ConfigError(`${flags.map((flag) => `--${flag}`).join(', ')} and --replicas exclude each other.`);
  return { part, replicas, minutes };
}

/** Takes `--minutes N` out of the arguments. */
function readMinutes(args: string[]): { minutes: number | undefined; rest: string[] } {
  const at = args.indexOf('--minutes');
  if (at < 0) return { minutes: undefined, rest: args };
  const value = args[at + 1] ?? '';
  if (!/^\d{1,4}$/.test(value)) throw new ConfigError(`--minutes ${value}: expected whole minutes, such as 60.`);
  return { minutes: Number(value), rest: args.toSpliced(at, 2) };
}

/** What a run does: stages, one after another; those of an inner list at the same time. */
function chooseStages({ part, replicas, minutes }: TestOptions, slowness: number): (Stage | Stage[])[] {
  if (part === 'coverage') return [packageTests({ circle: 'all', coverage: true })];
  if (part === 'newest-node') return [packageTests({ circle: 'quick', only: nodeDependent })];
  if (replicas !== undefined) return [browserTests({ circle: 'all', replicas })];
  if (part === 'slow') {
    if (minutes === undefined) return slowStages;
    const limit = {
      limit: minutes * 60_000,
      elapsed: () => performance.now(),
      expected: (name: string) => expectedMs(name, slowness) ?? 0,
    };
    return slowStages.map((stage) => within(stage, limit));
  }
  const workspace = workspaceTests.find((each) => each === part);
  if (workspace) return [workspaceTest(workspace)];
  const checks = [lint(), prose, boundaries, slowSpecs, types];
  return [checks, packageTests({ circle: 'quick' }), browserTests({ circle: 'quick' })];
}

/**
 * What `npm test -- --slow` does: all that `npm test` leaves out. Those that repeat tests under other conditions come last, as
 * a run with a limit (`--minutes`) may not reach them.
 */
const slowStages: Stage[] = [
  packageTests({ circle: 'slow' }),
  browserTests({ circle: 'slow' }),
  npmScript('on two replicas', 'test', '--replicas', '2'),
  npmScript('verify operations', 'verify', 'operations'),
  npmScript('verify compose', 'verify', 'compose'),
  ...workspaceTests.map(workspaceTest),
  browserTests({ circle: 'quick', translated: true }),
  npmScript('under the newest Node', 'test', '--newest-node'),
];

/**
 * Runs `npm test`: lint, prose, boundaries, types, unit and integration tests, browser tests, all without the slow ones.
 * The last line is `N passed, N failed`; a check such as lint counts as one.
 * @param args `--slow`: what `npm test` leaves out, with `--minutes N` as much as fits; `--coverage`: unit and integration tests with coverage;
 *   `--replicas N`: browser tests tagged `@replicas` on N of each process; `--newest-node`: tests of the packages
 *   nodeDependent under the newest Node; `--rebrand`, `--new-entity`, `--new-remote`: those of infra/local/test;
 *   `--times`: no test, but what the last run cost
 * @returns the exit code: 0 when nothing failed
 */
export async function test(args: string[] = []): Promise<number> {
  const options = readTestOptions(args);
  if (options.part === 'times') return testTimes();
  const mark = randomUUID();
  const stop = onStopSignals(() => process.exit(130));
  const { NODE_ENV: _, ...env } = ownEnvironment();
  const root = findRoot();
  if (options.part === 'newest-node') env.PATH = `${await installNewestNode(root, env)}${delimiter}${env.PATH}`;
  const temporary = mkdtempSync(join(tmpdir(), 'docfolio-tests-'));
  const slowness = await measureSlowness();
  const stages = chooseStages(options, slowness);
  const minutes = expectedMinutes(
    stages.flat().map(({ name }) => name),
    slowness,
  );
  if (minutes !== undefined)
    console.log(`\nTakes about ${minutes} min on this machine, less where results are cached.`);
  const childEnv = {
    ...env,
    // Within `npm test -- --slow`, a run adds to the records of that one.
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
    console.log(`\nFiles that cost most (npm test -- --times has all):\n\n${costliest.join('\n')}`);
  // Repeated at the end, because a CI log is often cut to its last part and browser tests print thousands of lines.
  if (counts.failures.length > 0) console.log(`\nFailed:\n\n${counts.failures.join('\n\n')}`);
  if (counts.skipped > 0) console.log(`\n${counts.skipped} skipped`);
  console.log(`\n${closingLine(counts)}`);
  return counts.failed === 0 ? 0 : 1;
}

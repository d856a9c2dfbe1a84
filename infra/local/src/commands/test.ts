import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { endMarked } from '../checks/leftover-processes.js';
import { closingLine, oneCheck, slowest, sum } from '../checks/results.js';
import { ConfigError, ownEnvironment } from '../config.js';
import { findRoot } from '../workspace.js';
import { boundaries, endToEnd, endToEndOnReplicas, lint, nxCheck, packageTests, prose } from './check-stages.js';
import { installNewestNode } from './newest-node.js';
import { readReplicas } from './replicas-option.js';
import { runStages, type Stage } from './stages.js';
import { onStopSignals } from './stop-signals.js';

/** Environment variable of every process that a test run starts, by which leftover processes are found. */
export const runMark = 'DOCFOLIO_TEST_RUN';

const leftoverProcesses = (mark: string): Stage => ({
  name: 'no process left behind',
  run: async () => {
    const left = await endMarked(runMark, mark);
    for (const { pid, command } of left) console.log(`   still running, ended now: ${pid} ${command}`);
    return oneCheck(left.length === 0);
  },
});

/** Returns the stage that fails if the run left files in `folder`, prints their names and removes the folder. */
export const leftoverFiles = (folder: string): Stage => ({
  name: 'no temporary file left behind',
  run: async () => {
    const left = readdirSync(folder);
    for (const name of left) console.log(`   left in the temporary folder: ${name}`);
    rmSync(folder, { recursive: true, force: true });
    return oneCheck(left.length === 0);
  },
});

const stages: Stage[] = [
  lint(),
  prose,
  boundaries,
  nxCheck('types', ['run-many', '-t', 'typecheck', '--parallel=2']),
  packageTests(),
  endToEnd,
];

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
}

/** Reads the options of `npm test`. @throws ConfigError for an unknown or invalid option, or more than one */
export function readTestOptions(args: string[]): TestOptions {
  const [newestNode, coverage] = [args.includes('--newest-node'), args.includes('--coverage')];
  const replicas = readReplicas(args.filter((arg) => arg !== '--newest-node' && arg !== '--coverage'));
  if ([newestNode, coverage, replicas !== undefined].filter(Boolean).length > 1)
    throw new ConfigError('--coverage, --newest-node and --replicas exclude each other.');
  return { coverage, replicas, newestNode };
}

function chooseStages({ coverage, replicas, newestNode }: TestOptions): Stage[] {
  if (coverage) return [packageTests(undefined, true)];
  if (newestNode) return [packageTests(nodeDependent)];
  return replicas === undefined ? stages : [endToEndOnReplicas(replicas)];
}

/**
 * Runs `npm test`: lint, prose, boundaries, types, unit and integration tests, browser tests. The last line is
 * `N passed, N failed`; a check such as lint counts as one.
 * @param args `--coverage`: unit and integration tests with coverage; `--replicas N`: browser tests tagged `@replicas`
 *   on N of each process; `--newest-node`: tests of the packages nodeDependent under the newest Node
 * @returns the exit code: 0 when nothing failed
 */
export async function test(args: string[] = []): Promise<number> {
  const options = readTestOptions(args);
  const stages = chooseStages(options);
  const mark = randomUUID();
  const stop = onStopSignals(() => process.exit(130));
  const { NODE_ENV: _, ...env } = ownEnvironment();
  const root = findRoot();
  if (options.newestNode) env.PATH = `${await installNewestNode(root, env)}${delimiter}${env.PATH}`;
  const temporary = mkdtempSync(join(tmpdir(), 'docfolio-tests-'));
  // Since Node 22, npm would leave its compile cache in the temporary folder.
  const childEnv = { ...env, TMPDIR: temporary, NODE_DISABLE_COMPILE_CACHE: '1', [runMark]: mark };
  const context = { root, env: childEnv, signal: stop.signal };
  const counts = await runStages(stages, context);
  const left = await runStages([leftoverProcesses(mark), leftoverFiles(temporary)], {
    ...context,
    signal: new AbortController().signal,
  });
  stop.release();
  const total = sum([counts, left]);
  if (total.tests.length > 0) console.log(`\nSlowest tests:\n\n${slowest(total).join('\n')}`);
  // Repeated at the end, because a CI log is often cut to its last part and browser tests print thousands of lines.
  if (total.failures.length > 0) console.log(`\nFailed:\n\n${total.failures.join('\n\n')}`);
  if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
  console.log(`\n${closingLine(total)}`);
  return total.failed === 0 ? 0 : 1;
}

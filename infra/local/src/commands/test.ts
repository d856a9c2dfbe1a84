import { randomUUID } from 'node:crypto';
import { endMarked } from '../checks/leftover-processes.js';
import { closingLine, oneCheck, sum } from '../checks/results.js';
import { ownEnvironment } from '../config.js';
import { findRoot } from '../workspace.js';
import { boundaries, endToEnd, endToEndOnReplicas, lint, nxCheck, packageTests } from './check-stages.js';
import { readReplicas } from './replicas-option.js';
import { runStages, type Stage } from './stages.js';
import { onStopSignals } from './stop-signals.js';

/** Everything that a test run starts has this in its environment, and so can be found when it should be gone. */
export const RUN_MARK = 'DOCFOLIO_TEST_RUN';

const leftovers = (mark: string): Stage => ({
  name: 'no process left behind',
  run: async () => {
    const left = await endMarked(RUN_MARK, mark);
    for (const { pid, command } of left) console.log(`   still running, ended now: ${pid} ${command}`);
    return oneCheck(left.length === 0);
  },
});

const STAGES: Stage[] = [
  lint(),
  boundaries,
  nxCheck('types', ['run-many', '-t', 'typecheck', '--parallel=2']),
  packageTests,
  endToEnd,
];

/**
 * What to run: everything, or with `--replicas N` the browser tests that matter on several replicas.
 * @throws ConfigError
 */
function chooseStages(args: string[]): Stage[] {
  const replicas = readReplicas(args);
  return replicas === undefined ? STAGES : [endToEndOnReplicas(replicas)];
}

/**
 * `npm test`: lint, boundaries, types, unit and integration tests, end to end. What failed is named again at the end. The last
 * line is `N passed, N failed`, lint, boundaries, types and left processes counting as one each. `npm test -- --replicas 2` runs the browser tests tagged
 * `@replicas` on two of each process.
 * @returns the exit code: 0 when nothing failed
 */
export async function test(args: string[] = []): Promise<number> {
  const stages = chooseStages(args);
  const mark = randomUUID();
  const stop = onStopSignals(() => process.exit(130));
  const { NODE_ENV: _, ...inherited } = ownEnvironment();
  const context = { root: findRoot(), env: { ...inherited, [RUN_MARK]: mark }, signal: stop.signal };
  const counts = await runStages(stages, context);
  const left = await runStages([leftovers(mark)], { ...context, signal: new AbortController().signal });
  stop.release();
  const total = sum([counts, left]);
  // Again at the end: a CI log is often cut to its last part, and the end to end tests print thousands of lines.
  if (total.failures.length > 0) console.log(`\nFailed:\n\n${total.failures.join('\n\n')}`);
  if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
  console.log(`\n${closingLine(total)}`);
  return total.failed === 0 ? 0 : 1;
}

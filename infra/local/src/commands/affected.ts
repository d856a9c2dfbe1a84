import { closingLine } from '../checks/results.js';
import { listSlowSpecs, slowSpecsFor } from '../checks/slow-specs.js';
import { ownEnvironment } from '../config.js';
import { runToEnd } from '../run-program.js';
import { findRoot } from '../workspace.js';
import { boundaries, chosenSlowSpecs, circleVariable, lint, nxCheck, prose, slowSpecs, types } from './check-stages.js';
import { runStages, type StageContext, total } from './stages.js';
import { onStopSignals } from './stop-signals.js';

async function git(root: string, args: string[]): Promise<string | undefined> {
  const result = await runToEnd('git', args, { cwd: root, env: ownEnvironment() });
  return result.code === 0 ? result.stdout.trim() : undefined;
}

/**
 * Returns the commit that changes are measured from: `given` (NX_BASE); else HEAD if there are uncommitted changes;
 * else where this branch left main; on main itself the last commit but one.
 */
export async function changeBase(root: string, given = ownEnvironment().NX_BASE): Promise<string> {
  if (given) return given;
  if (await git(root, ['status', '--porcelain'])) return 'HEAD';
  const head = await git(root, ['rev-parse', 'HEAD']);
  for (const main of ['origin/main', 'main']) {
    const base = await git(root, ['merge-base', 'HEAD', main]);
    if (base && base !== head) return base;
  }
  return (await git(root, ['rev-parse', '--verify', '--quiet', 'HEAD~1'])) ?? 'HEAD';
}

/** Returns the existing files that differ from the base, committed or not, relative to the root. */
async function changedFiles(root: string, base: string): Promise<string[]> {
  const changed = await git(root, ['diff', '--name-only', '--diff-filter=d', base]);
  const added = await git(root, ['ls-files', '--others', '--exclude-standard']);
  return [...new Set(`${changed ?? ''}\n${added ?? ''}`.split('\n').filter(Boolean))];
}

/**
 * Runs `npm run affected`: lints changed files, checks all prose, imports and types, builds and tests affected packages, and
 * runs the slow specs whose subject changed. Browser tests do not run.
 */
export async function affected(): Promise<number> {
  const root = findRoot();
  const base = await changeBase(root);
  console.log(base === 'HEAD' ? 'Uncommitted changes' : `Changes since ${base.slice(0, 12)}`);
  const stop = onStopSignals(() => process.exit(130));
  const { NODE_ENV: _, ...env } = ownEnvironment();
  const changed = await changedFiles(root, base);
  const context: StageContext = {
    root,
    env: { ...env, [circleVariable]: 'quick' },
    signal: stop.signal,
    print: (text) => console.log(text),
  };
  const slow = slowSpecsFor(listSlowSpecs(root), changed).filter(({ folder }) => folder !== 'apps/e2e');
  const finished = await runStages(
    [
      [lint(changed), prose, boundaries, slowSpecs, types],
      nxCheck('affected packages', ['affected', '-t', 'build', 'test', '--parallel=2', `--base=${base}`]),
      ...(slow.length > 0 ? [chosenSlowSpecs(slow)] : []),
    ],
    context,
  );
  stop.release();
  const counts = total(finished);
  console.log(`\n${closingLine(counts)}`);
  return counts.failed === 0 ? 0 : 1;
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { watch } from 'chokidar';
import { runToEnd } from '../run-program.js';
import { signal } from '../supervisor/process-identity.js';
import type { WorkspacePackage } from '../workspace.js';
import { reachedBy } from './source-folders.js';

const settleMs = 300;

/**
 * Checks the types of a changed package and those that use it, one at a time. Prints errors until they are fixed.
 * @param tsc path of the TypeScript compiler, run by Node
 * @returns a function that stops watching and any running check; resolves once the sources are watched
 */
export async function watchTypes(
  root: string,
  packages: WorkspacePackage[],
  tsc: string,
  print: (message: string) => void,
): Promise<() => Promise<void>> {
  const checked = packages.filter(({ scripts }) => scripts.typecheck !== undefined);
  let queue: WorkspacePackage[] = [];
  const changed = new Set<WorkspacePackage>();
  const failing = new Set<WorkspacePackage>();
  let timer: NodeJS.Timeout | undefined;
  let runningPid: number | undefined;
  let checking: Promise<void> | undefined;
  let stopped = false;

  const check = async (each: WorkspacePackage): Promise<void> => {
    const cwd = join(root, each.folder);
    const result = await runToEnd(process.execPath, [tsc, '-p', 'tsconfig.json', '--noEmit', '--pretty', 'false'], {
      cwd,
      env: process.env,
      onSpawn: (pid) => {
        runningPid = pid;
      },
    });
    runningPid = undefined;
    if (stopped) return;
    if (result.code !== 0) {
      failing.add(each);
      print(`Type errors in ${each.folder}:\n${(result.output || result.how).trimEnd()}`);
    } else if (failing.delete(each)) {
      print(`No more type errors in ${each.folder}`);
    }
  };
  const checkAll = async (): Promise<void> => {
    for (let next = queue.shift(); next && !stopped; next = queue.shift()) await check(next);
    checking = undefined;
  };
  const settle = (): void => {
    const reached = [...changed].flatMap((each) => [...reachedBy(each.name, packages)]);
    const users = checked.filter((each) => reached.includes(each.name));
    queue = [...new Set([...changed, ...users, ...queue])];
    changed.clear();
    checking ??= checkAll();
  };

  const folders = checked.flatMap((each) =>
    ['src', 'test']
      .map((name) => ({ each, path: join(root, each.folder, name) }))
      .filter(({ path }) => existsSync(path)),
  );
  const watchers = folders.map(({ each, path }) =>
    watch(path, { ignoreInitial: true }).on('all', (_event, file) => {
      if (stopped || !/\.tsx?$/.test(file)) return;
      changed.add(each);
      clearTimeout(timer);
      timer = setTimeout(settle, settleMs);
    }),
  );
  await Promise.all(watchers.map((watcher) => new Promise<void>((resolve) => watcher.once('ready', resolve))));
  return async () => {
    stopped = true;
    clearTimeout(timer);
    if (runningPid !== undefined) signal(runningPid, 'SIGKILL');
    await Promise.all([checking, ...watchers.map((watcher) => watcher.close())]);
  };
}

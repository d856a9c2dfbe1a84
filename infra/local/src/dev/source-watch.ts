import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transformFile } from '@swc/core';
import { type FSWatcher, watch } from 'chokidar';
import type { SourceFolder } from './source-folders.js';

/** Debounce in ms: editors write a file in several steps, and one save may change many files. */
const settleMs = 100;

const isSource = (file: string): boolean => /\.ts$/.test(file) && !/\.(spec|d)\.ts$/.test(file);

async function compile(root: string, { source, output }: SourceFolder, file: string): Promise<void> {
  const target = join(output, file.replace(/\.ts$/, '.js'));
  if (!existsSync(join(source, file))) {
    rmSync(target, { force: true });
    return;
  }
  const { code } = await transformFile(join(source, file), { configFile: join(root, '.swcrc'), sourceMaps: 'inline' });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}

const readable = (error: Error): string =>
  error.message.split(/\n\s*Caused by:|\n\s*Stack backtrace:/)[0]?.trimEnd() ?? '';

/**
 * Compiles changed files into the packages' dist folders. Uses chokidar because on Linux under Node 20 a recursive
 * `fs.watch` loses files that are replaced, as `git checkout` and many editors do.
 * @param onCompiled receives a package's name after its changed files have been compiled, unless one failed
 * @param onError receives the path and message of each file that does not compile
 * @returns a function that stops watching; resolves once the folders are watched
 */
export async function watchSources(
  root: string,
  folders: SourceFolder[],
  onCompiled: (packageName: string) => void,
  onError: (file: string, message: string) => void,
): Promise<() => Promise<void>> {
  let stopped = false;
  const watchers = folders.map((folder): FSWatcher => {
    const changed = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    const settle = async () => {
      const files = [...changed];
      changed.clear();
      const failures = await Promise.all(
        files.map((file) =>
          compile(root, folder, file).then(
            () => false,
            (error: Error) => {
              onError(join(folder.source, file), readable(error));
              return true;
            },
          ),
        ),
      );
      if (!stopped && !failures.includes(true)) onCompiled(folder.package.name);
    };
    return watch(folder.source, { ignoreInitial: true }).on('all', (_event, path) => {
      const file = relative(folder.source, path);
      if (stopped || !isSource(file)) return;
      changed.add(file);
      clearTimeout(timer);
      timer = setTimeout(() => void settle(), settleMs);
    });
  });
  await Promise.all(watchers.map((watcher) => new Promise<void>((resolve) => watcher.once('ready', resolve))));
  return async () => {
    stopped = true;
    await Promise.all(watchers.map((watcher) => watcher.close()));
  };
}

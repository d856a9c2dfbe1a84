import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of group and others. */
const NOT_OWNER = 0o077;

function makePrivate(path: string): void {
  const stats = lstatSync(path);
  // A symbolic link has no permissions of its own, and what it leads to may belong to somebody else.
  if (stats.isSymbolicLink() || (stats.mode & NOT_OWNER) === 0) return;
  chmodSync(path, stats.mode & ~NOT_OWNER);
}

/**
 * Creates the folder of the platform's data with its logs, readable by its owner alone. A folder that exists loses the
 * permissions of group and others, and so does everything directly in it.
 * @throws the file system's error, `EPERM` for a folder that belongs to another user
 */
export function prepareDataDir(dataDir: string): void {
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  makePrivate(dataDir);
  for (const name of readdirSync(dataDir)) makePrivate(join(dataDir, name));
}

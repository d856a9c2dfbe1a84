import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const notOwnerBits = 0o077;

function makePrivate(path: string): void {
  const stats = lstatSync(path);
  // A symbolic link has no permissions of its own, and its target may belong to another user.
  if (stats.isSymbolicLink() || (stats.mode & notOwnerBits) === 0) return;
  chmodSync(path, stats.mode & ~notOwnerBits);
}

/** Creates the data folder with logs/, and removes permissions of group and others from it and its direct entries. */
export function prepareDataDir(dataDir: string): void {
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  makePrivate(dataDir);
  for (const name of readdirSync(dataDir)) makePrivate(join(dataDir, name));
}

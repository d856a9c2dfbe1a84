// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { librariesFolder, lockFileOf } from './libraries.mjs';

const ignored = new Set(['node_modules', 'dist']);

/** @param {string} folder @returns {string[]} Paths of the source files below the folder, in a stable order. */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      if (ignored.has(entry.name) || entry.name.includes('.spec.')) return [];
      const file = path.join(entry.parentPath, entry.name);
      return entry.isDirectory() ? filesBelow(file) : [file];
    });
}

/** @param {string} file */
export const readSource = (file) => readFileSync(file, 'utf8');

/** Returns a hash of the sources of app, libraries and package-lock.json. @param {string} directory the app's folder */
export function sourceFingerprint(directory) {
  const hash = createHash('sha256');
  const folders = [directory, ...readdirSync(librariesFolder).map((name) => path.join(librariesFolder, name))]
    .map((folder) => path.join(folder, 'src'))
    .filter((folder) => existsSync(folder));
  const lock = lockFileOf(directory);
  for (const file of [...folders.sort().flatMap(filesBelow), ...(lock ? [lock] : [])]) {
    hash.update(path.relative(librariesFolder, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 8);
}

// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the libraries: `libs` in a checkout, `node_modules/@docfolio` where they are installed as packages. */
export const librariesFolder = fileURLToPath(new URL('../../../', import.meta.url));

const parent = path.dirname(librariesFolder);

/** Folder of generated modules, in the `node_modules` that contain zod, which they import. */
export const generatedFolder = path.join(
  path.basename(parent) === 'node_modules' ? parent : path.join(parent, 'node_modules'),
  '.cache/docfolio',
);

/**
 * Returns the `package-lock.json` that applies to a folder: the nearest in it or above it, else that of the libraries.
 * @param {string} folder @returns {string | undefined} undefined if there is none
 */
export function lockFileOf(folder) {
  for (let directory = folder; ; directory = path.dirname(directory)) {
    const lock = path.join(directory, 'package-lock.json');
    if (existsSync(lock)) return lock;
    if (directory !== path.dirname(directory)) continue;
    const own = path.join(parent, 'package-lock.json');
    return existsSync(own) ? own : undefined;
  }
}

import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDataDir } from '../data-dir.js';
import { readJson, writeJson } from '../supervisor/json-file.js';
import { endLeftovers } from '../supervisor/runtime-file.js';

/**
 * What a restore replaces in the data folder, together in each row. Signing keys and passwords go with the data that they
 * belong to.
 */
const entries = [
  ['mongodb', 'embedded-mongo'],
  ['redis'],
  ['objects'],
  ['secrets.json'],
  ['remotes-key.json'],
  ['server-passwords.json'],
];
/** Exists once the data beside is complete. */
const completeName = 'complete.json';

/** The folder in which a restore builds its data, below the data folder: so renaming suffices to use it. */
export const restoringFolder = (dataDir: string) => join(dataDir, 'restoring');
/** The folder that keeps the replaced data until it is discarded. */
export const replacedFolder = (dataDir: string) => join(dataDir, 'replaced');

/** Returns the folder for a restore, without what an interrupted one left there. */
export async function newRestoringFolder(dataDir: string): Promise<string> {
  const folder = restoringFolder(dataDir);
  await removeFolder(folder);
  prepareDataDir(folder);
  // A mongod stores the password of its user in its data.
  const passwords = join(dataDir, 'server-passwords.json');
  if (existsSync(passwords)) cpSync(passwords, join(folder, 'server-passwords.json'));
  return folder;
}

/** Declares the data beside complete: from now on, only it is used. */
export function completeRestoring(dataDir: string, backup: string): void {
  writeJson(join(restoringFolder(dataDir), completeName), { backup });
}

/**
 * Puts restored data that is complete in the place of the present data. A caller that has locked the data folder calls this first:
 * it finishes what an interrupted restore has left. @returns the id of the backup; undefined if nothing was restored
 */
export async function useRestored(dataDir: string): Promise<string | undefined> {
  const folder = restoringFolder(dataDir);
  const complete = readJson<{ backup: string }>(join(folder, completeName));
  if (!complete) return undefined;
  await endLeftovers(folder);
  const kept = replacedFolder(dataDir);
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  for (const names of entries) await replaceEntries(names, { dataDir, folder, kept });
  await removeFolder(folder);
  return complete.backup;
}

/** The present entries go first: an interruption leaves the restored ones, so that the next run goes on. */
async function replaceEntries(
  names: string[],
  { dataDir, folder, kept }: { dataDir: string; folder: string; kept: string },
): Promise<void> {
  const restored = names.filter((name) => existsSync(join(folder, name)));
  if (restored.length === 0) return;
  for (const name of names) if (existsSync(join(dataDir, name))) await rename(join(dataDir, name), join(kept, name));
  for (const name of restored) await rename(join(folder, name), join(dataDir, name));
}

async function removeFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await endLeftovers(folder);
  rmSync(folder, { recursive: true, force: true });
}

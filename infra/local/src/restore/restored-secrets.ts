import { join } from 'node:path';
import { type Secrets, secretFiles } from '@docfolio/backup/secret-files';
import type { LocalConfig } from '../config.js';
import { loadSigningKeys } from '../secrets.js';
import { writeJson } from '../supervisor/json-file.js';

const isOwn = (name: string): name is keyof Secrets => Object.hasOwn(secretFiles, name);

/** Returns what a backup stores besides the secrets of the services: the key that signs builds of remotes here. */
export function signingKeySecret(config: LocalConfig): Record<string, string> {
  return { remotesKey: JSON.stringify(loadSigningKeys(config)) };
}

/** Writes the secrets of a backup into a data folder. @returns what the operator has to do */
export function restoreSecrets({ dataDir, inherited }: LocalConfig, restored: Record<string, string>): string[] {
  const own = Object.fromEntries(Object.entries(restored).filter(([name]) => isOwn(name)));
  writeJson(join(dataDir, 'secrets.json'), own);
  if (restored.remotesKey) writeJson(join(dataDir, 'remotes-key.json'), JSON.parse(restored.remotesKey));
  return Object.entries(own)
    .map(([name, value]) => [secretFiles[name as keyof Secrets].variable, value] as const)
    .filter(([variable, value]) => inherited[variable] && inherited[variable] !== value)
    .map(([variable]) => `${variable} is set here to another value than in the backup, and is used instead of it.`);
}

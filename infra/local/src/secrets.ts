import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { LocalConfig } from './config.js';
import { readJson, writeJson } from './supervisor/json-file.js';

export interface Secrets {
  /** Signs access tokens; 384 random bits. */
  jwtSecret: string;
}

/** JWT_SECRET, or one made on the first start of this data folder and kept, so that sessions outlive a restart. */
export function loadSecrets({ dataDir, inherited }: LocalConfig): Secrets {
  if (inherited.JWT_SECRET) return { jwtSecret: inherited.JWT_SECRET };
  const path = join(dataDir, 'secrets.json');
  const stored = readJson<Secrets>(path);
  if (stored?.jwtSecret) return stored;
  const made = { jwtSecret: randomBytes(48).toString('base64url') };
  writeJson(path, made);
  return made;
}

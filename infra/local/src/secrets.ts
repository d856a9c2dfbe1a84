import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Secrets } from '@docfolio/backup/secret-files';
import { adminRemotes } from '@docfolio/contracts/entities/remote';
import { generateKeys, type KeyPair } from '@docfolio/remote-build/signing-keys';
import type { LocalConfig } from './config.js';
import { readJson, writeJson } from './supervisor/json-file.js';

export type { Secrets };

/** Returns JWT_SECRET, BYTES_SECRET and LINK_SECRET; for missing ones those generated once and stored in DATA_DIR. */
export function loadSecrets({ dataDir, inherited }: LocalConfig): Secrets {
  const path = join(dataDir, 'secrets.json');
  const stored = readJson<Partial<Secrets>>(path) ?? {};
  const secrets = {
    jwtSecret: stored.jwtSecret ?? randomSecret(),
    bytesSecret: stored.bytesSecret ?? randomSecret(),
    linkSecret: stored.linkSecret ?? randomSecret(),
  };
  if (!stored.jwtSecret || !stored.bytesSecret || !stored.linkSecret) writeJson(path, secrets);
  return {
    jwtSecret: inherited.JWT_SECRET || secrets.jwtSecret,
    bytesSecret: inherited.BYTES_SECRET || secrets.bytesSecret,
    linkSecret: inherited.LINK_SECRET || secrets.linkSecret,
  };
}

export interface ServerPasswords {
  mongodb: string;
  redisApp: string;
  redisWeb: string;
}

/** Returns the passwords for this data folder, generated once and readable only by the folder's owner. */
export function loadServerPasswords({ dataDir }: LocalConfig): ServerPasswords {
  const path = join(dataDir, 'server-passwords.json');
  const stored = readJson<ServerPasswords>(path);
  if (stored) return stored;
  const passwords = { mongodb: randomSecret(), redisApp: randomSecret(), redisWeb: randomSecret() };
  writeJson(path, passwords);
  return passwords;
}

/**
 * Returns the key pair that signs builds of remotes on this machine, generated once per data folder and readable only by
 * the folder's owner.
 */
export function loadSigningKeys({ dataDir }: LocalConfig): KeyPair {
  const path = join(dataDir, 'remotes-key.json');
  const stored = readJson<KeyPair>(path);
  if (stored) return stored;
  const keys = generateKeys();
  writeJson(path, keys);
  return keys;
}

/**
 * Returns REMOTES_PUBLIC_KEYS: the keys given by the environment, and the one generated for this data folder. Its owner is
 * the platform's, so it may sign the builds of every remote, those of the CRM as well.
 */
export function remotesPublicKeys(config: LocalConfig): string {
  const own = loadSigningKeys(config).publicKey;
  const given = config.inherited.REMOTES_PUBLIC_KEYS;
  return [...(given ? [given] : []), `*=${own}`, ...adminRemotes.map((name) => `${name}=${own}`)].join(',');
}

function randomSecret(): string {
  return randomBytes(48).toString('base64url');
}

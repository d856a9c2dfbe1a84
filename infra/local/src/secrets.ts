import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { LocalConfig } from './config.js';
import { readJson, writeJson } from './supervisor/json-file.js';

export interface Secrets {
  /** Signs access tokens; 384 random bits, as the other. */
  jwtSecret: string;
  /** Signs what the gateway may fetch from the services' byte ports, and send there. */
  bytesSecret: string;
  /** Signs the links of mails to subscribers. */
  linkSecret: string;
}

/**
 * JWT_SECRET, BYTES_SECRET and LINK_SECRET; what isn't set is made on the first start of this data folder and kept, so
 * that sessions outlive a restart, and links the mail that they stand in.
 */
export function loadSecrets({ dataDir, inherited }: LocalConfig): Secrets {
  const path = join(dataDir, 'secrets.json');
  const stored = readJson<Partial<Secrets>>(path) ?? {};
  const secrets = {
    jwtSecret: stored.jwtSecret ?? made(),
    bytesSecret: stored.bytesSecret ?? made(),
    linkSecret: stored.linkSecret ?? made(),
  };
  if (!stored.jwtSecret || !stored.bytesSecret || !stored.linkSecret) writeJson(path, secrets);
  return {
    jwtSecret: inherited.JWT_SECRET || secrets.jwtSecret,
    bytesSecret: inherited.BYTES_SECRET || secrets.bytesSecret,
    linkSecret: inherited.LINK_SECRET || secrets.linkSecret,
  };
}

/** Passwords of the database servers that are started here, by their users. */
export interface ServerPasswords {
  /** Of the database's only user. */
  mongodb: string;
  /** Of Redis's user for gateway and services. */
  redisApp: string;
  /** Of Redis's user for the web process. */
  redisWeb: string;
}

/** The passwords of the servers on this data folder, made on the first start. Only who holds the folder reads them. */
export function loadServerPasswords({ dataDir }: LocalConfig): ServerPasswords {
  const path = join(dataDir, 'server-passwords.json');
  const stored = readJson<ServerPasswords>(path);
  if (stored) return stored;
  const passwords = { mongodb: made(), redisApp: made(), redisWeb: made() };
  writeJson(path, passwords);
  return passwords;
}

function made(): string {
  return randomBytes(48).toString('base64url');
}

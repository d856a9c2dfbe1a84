import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from './backup-error.js';

/** Signing secrets of an installation. Without them, sessions end and links in sent emails break. */
export interface Secrets {
  /** Signs access tokens. */
  jwtSecret: string;
  /** Signs file requests between gateway and services. */
  bytesSecret: string;
  /** Signs links in emails to subscribers. */
  linkSecret: string;
}

export const secretFiles: Record<keyof Secrets, { file: string; variable: string }> = {
  jwtSecret: { file: 'jwt-secret', variable: 'JWT_SECRET' },
  bytesSecret: { file: 'bytes-secret', variable: 'BYTES_SECRET' },
  linkSecret: { file: 'link-secret', variable: 'LINK_SECRET' },
};

/** Returns an id of the installation, derived from the link secret, because that lives as long as the data. */
export const installationId = ({ linkSecret }: Pick<Secrets, 'linkSecret'>): string =>
  createHash('sha256').update(`docfolio installation\n${linkSecret}`).digest('hex').slice(0, 32);

function writeSecret(path: string, value: string): void {
  try {
    writeFileSync(path, `${value}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (readFileSync(path, 'utf8').trim() !== value) {
      throw new BackupError(
        `${path} holds another secret already. Remove it, or name another folder for --secrets-to.`,
      );
    }
    chmodSync(path, 0o600);
  }
}

/** Writes each secret to its own file, readable only by its owner. Never replaces another secret. @throws BackupError */
export function writeSecrets(folder: string, secrets: Secrets): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, { file }] of Object.entries(secretFiles)) {
    writeSecret(join(folder, file), secrets[name as keyof Secrets]);
  }
}

/** Returns what the operator has to do with the secrets; without them sessions end and links in sent emails break. */
export function secretsInstructions(dataDir: string, writtenTo: string | undefined): string {
  const names = Object.values(secretFiles).map(({ variable, file }) =>
    writtenTo ? `${variable} (${file})` : variable,
  );
  return writtenTo
    ? `Signing secrets are in ${writtenTo}: give them to the target as ${names.join(', ')}, then delete the folder.`
    : `Give the target the signing secrets of ${join(dataDir, 'secrets.json')} (or of your environment) as ${names.join(', ')}: --secrets-to DIR writes them to files. With new ones, sessions end and links in sent emails break.`;
}

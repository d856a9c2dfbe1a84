import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadConfig } from '@docfolio/process/config';
import { OperatorError } from '@docfolio/process/operator-error';
import { MinioObjectStore } from '@docfolio/service-kit/object-store/minio-object-store';
import type { Access } from './archive/archive-reader.js';
import { type BackupStore, BucketBackupStore, FolderBackupStore } from './archive/backup-store.js';
import type { Key, Lock } from './archive/encryption.js';
import { parseRetention, type Retention, startOf } from './backups.js';
import { backupSettings, passphraseSettings, storeSettings } from './config.schema.js';

export type BackupCommand = { store: BackupStore; place: string } & (
  | { name: 'create'; lock: Lock | undefined; retention: Retention | undefined }
  | { name: 'list' }
  | { name: 'verify'; id: string | undefined; access: Access; checksums: boolean }
);

export interface RestoreCommand {
  store: BackupStore;
  place: string;
  id: string;
  access: Access;
  secretsTo: string | undefined;
}

export interface CreateOptions {
  to?: string | undefined;
  encrypt?: true | undefined;
  recipient?: string | undefined;
  plain?: true | undefined;
  keep?: string | undefined;
}

/** How an existing backup is opened. */
export interface AccessOptions {
  identityFile?: string | undefined;
  plain?: true | undefined;
  unsealed?: true | undefined;
}

export interface VerifyOptions extends AccessOptions {
  to?: string | undefined;
  checksums?: true | undefined;
}

export interface RestoreOptions extends AccessOptions {
  from?: string | undefined;
  secretsTo?: string | undefined;
}

/** What a command line is completed by. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  /** Folder that relative paths begin in. */
  folder: string;
}

const refused = (message: string) => new OperatorError(message, 2);

/** @throws OperatorError, ConfigError */
export function createCommand(options: CreateOptions, { env, folder }: Surroundings): BackupCommand {
  const settings = loadConfig(backupSettings, env);
  const place = placeOf(options.to, { env, folder });
  const keep = options.keep ?? settings.BACKUP_KEEP;
  const retention = keep === undefined ? undefined : parseRetention(keep);
  const lock = lockOf(options, settings.BACKUP_RECIPIENT, env);
  return { name: 'create', ...place, lock, retention };
}

/** @throws OperatorError, ConfigError */
export const listCommand = ({ to }: Pick<CreateOptions, 'to'>, surroundings: Surroundings): BackupCommand => ({
  name: 'list',
  ...placeOf(to, surroundings),
});

/** @param id Default: the newest backup @throws OperatorError, ConfigError */
export function verifyCommand(
  id: string | undefined,
  options: VerifyOptions,
  { env, folder }: Surroundings,
): BackupCommand {
  const { checksums = false, to } = options;
  return { name: 'verify', ...placeOf(to, { env, folder }), id, access: accessOf(options, env), checksums };
}

/** @param given id of a backup, its folder, or its place in a bucket @throws OperatorError, ConfigError */
export function restoreCommand(
  given: string,
  { from, secretsTo, ...access }: RestoreOptions,
  { env, folder }: Surroundings,
): RestoreCommand {
  const cut = given.replace(/\/+$/, '').lastIndexOf('/');
  if (cut !== -1 && from !== undefined) throw refused('--from does not go with the folder of a backup.');
  const id = given.slice(cut + 1).replace(/\/+$/, '');
  if (!startOf(id)) throw refused(`${id} is not the id of a backup.`);
  const { store, place } = placeOf(cut === -1 ? from : given.slice(0, Math.max(cut, 1)), { env, folder });
  return { store, place, id, access: accessOf(access, env), secretsTo: secretsTo && resolve(folder, secretsTo) };
}

function placeOf(given: string | undefined, { env, folder }: Surroundings): { place: string; store: BackupStore } {
  const place = given ?? loadConfig(backupSettings, env).BACKUP_TO;
  return { place, store: storeAt(place, env, folder) };
}

function lockOf(
  { encrypt, recipient, plain }: CreateOptions,
  usualRecipient: string | undefined,
  env: NodeJS.ProcessEnv,
): Lock | undefined {
  const given = [encrypt, recipient !== undefined, plain].filter(Boolean).length;
  if (given === 0 && usualRecipient) return { recipient: usualRecipient };
  if (given === 0)
    throw refused(
      'The backup holds the secrets of this installation and personal data: choose --encrypt, --recipient or --plain.',
    );
  if (given > 1) throw refused('--encrypt, --recipient and --plain exclude each other.');
  if (plain) return undefined;
  if (recipient !== undefined) return { recipient };
  const passphrase = passphraseOf(env);
  if (!passphrase) throw refused('--encrypt takes the passphrase from BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.');
  return { passphrase };
}

function accessOf({ identityFile, plain, unsealed }: AccessOptions, env: NodeJS.ProcessEnv): Access {
  if (plain && (unsealed || identityFile !== undefined))
    throw refused('--plain is for a backup that is not encrypted: neither --unsealed nor --identity-file.');
  return { key: plain ? undefined : keyOf(identityFile, env), unsealed: unsealed ?? false };
}

/** Returns what opens an encrypted backup; undefined if nothing was given, as for one that is not encrypted. */
function keyOf(identityFile: string | undefined, env: NodeJS.ProcessEnv): Key | undefined {
  if (identityFile !== undefined) return { identity: identityIn(identityFile) };
  const passphrase = passphraseOf(env);
  return passphrase ? { passphrase } : undefined;
}

function passphraseOf(env: NodeJS.ProcessEnv): string | undefined {
  const { BACKUP_PASSPHRASE: passphrase } = loadConfig(passphraseSettings, env);
  // Backups of 0.1.0 were encrypted for the text of the file without any white space around it.
  return env.BACKUP_PASSPHRASE_FILE ? passphrase?.trim() : passphrase;
}

/** Returns the private key in a file as `age-keygen` writes it, with comments. */
function identityIn(path: string): string {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    throw refused(`--identity-file: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const key = content.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (!key) throw refused(`--identity-file: ${path} holds no private key of age.`);
  return key.trim();
}

function storeAt(place: string, env: NodeJS.ProcessEnv, folder: string): BackupStore {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? [];
  if (!bucket) {
    if (place.includes('://')) throw refused(`${place}: expected a folder or s3://BUCKET/PREFIX.`);
    return new FolderBackupStore(resolve(folder, place));
  }
  const {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY: accessKey,
    BACKUP_S3_SECRET_KEY: secretKey,
    BACKUP_S3_REGION: region,
  } = loadConfig(storeSettings, env);
  if (!endpoint || !accessKey || !secretKey)
    throw refused('s3:// needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY.');
  const objects = new MinioObjectStore({
    ...{ endpoint, accessKey, secretKey, bucket, region, pathStyle: true },
    ...{ prefix: prefix && `${prefix.replace(/\/+$/, '')}/`, createBucket: false },
  });
  return new BucketBackupStore(objects);
}

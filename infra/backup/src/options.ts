import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { MinioObjectStore } from '@docfolio/service-kit/object-store/minio-object-store';
import { type BackupStore, BucketBackupStore, FolderBackupStore } from './archive/backup-store.js';
import type { Key, Lock } from './archive/encryption.js';
import { parseRetention, type Retention, startOf } from './backups.js';

/** The arguments are invalid. The message is meant for the user. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const usage = `npm run backup -- [--encrypt | --recipient age1... | --plain] [--to PLACE] [--keep 7d,4w,12m]
npm run backup -- list [--to PLACE]
npm run backup -- verify [ID] [--identity-file F | --checksums] [--to PLACE]

Stores everything this installation holds, while it runs or is stopped: documents, accepted jobs, files and secrets.
verify reads a backup back and checks every part of it; without an ID, the newest one.

  --to PLACE         a folder, or s3://BUCKET/PREFIX. Default: BACKUP_TO, or else backups
  --encrypt          for the passphrase in BACKUP_PASSPHRASE, which verify needs too
  --recipient KEY    for a public key of age (age1...), whose private key verify takes with --identity-file.
                     Default: BACKUP_RECIPIENT
  --checksums        verify: only sizes and checksums, without the key of an encrypted backup
  --plain            not at all. The secrets, with which others could sign in as anyone, are then readable, too
  --keep 7d,4w,12m   then removes backups, except the last one of each of 7 days, 4 weeks and 12 months.
                     Default: BACKUP_KEEP, or else nothing is removed
  --help

s3:// takes BACKUP_S3_ENDPOINT (https://host:port), BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY and BACKUP_S3_REGION
(us-east-1). Each secret may also be a file: BACKUP_PASSPHRASE_FILE and so on.`;

export type BackupCommand = { store: BackupStore; place: string } & (
  | { name: 'create'; lock: Lock | undefined; retention: Retention | undefined }
  | { name: 'list' }
  | { name: 'verify'; id: string | undefined; key: Key | undefined; checksums: boolean }
);

const text = { type: 'string' as const };
const flag = { type: 'boolean' as const };
const options = {
  ...{ to: text, keep: text, recipient: text, 'identity-file': text },
  ...{ encrypt: flag, plain: flag, checksums: flag, help: flag },
};

/** Options by the command that they belong to, apart from `to`. */
const optionsOf = {
  create: ['encrypt', 'recipient', 'plain', 'keep'],
  list: [],
  verify: ['identity-file', 'checksums'],
} satisfies Record<BackupCommand['name'], (keyof typeof options)[]>;

type Values = ReturnType<typeof parse>['values'];

export const restoreUsage = `npm run restore -- BACKUP [--from PLACE] [--identity-file F]
npm run restore -- --discard-old

Replaces everything this installation holds by a backup. Stop Docfolio first. Every part of the backup is checked before
anything is touched; the data is written beside the present one, and then takes its place. If it is interrupted, run the
same command again. The replaced data is kept until --discard-old removes it.

  BACKUP             id of a backup, as npm run backup -- list prints it; or its folder, or s3://BUCKET/PREFIX/ID
  --from PLACE       where backups are: a folder, or s3://BUCKET/PREFIX. Default: BACKUP_TO, or else backups
  --identity-file F  private key of the recipient. A passphrase is read from BACKUP_PASSPHRASE
  --secrets-to DIR   only where the secrets are given to the processes as variables or files, as in containers: writes
                     those of the backup there
  --discard-old      removes the data that the last restore has replaced
  --help

s3:// takes the same settings as npm run backup.`;

export type RestoreCommand =
  | {
      name: 'restore';
      store: BackupStore;
      place: string;
      id: string;
      key: Key | undefined;
      secretsTo: string | undefined;
    }
  | { name: 'discard' };

/** Parses the command line of `npm run restore`. @returns 'help' for --help @throws UsageError */
export function readRestoreOptions(args: string[], env: NodeJS.ProcessEnv, folder: string): RestoreCommand | 'help' {
  const { values, positionals } = parsed(() =>
    parseArgs({
      ...{ args, allowPositionals: true },
      options: { from: text, 'identity-file': text, 'secrets-to': text, 'discard-old': flag, help: flag },
    }),
  );
  if (values.help) return 'help';
  const [given, ...more] = positionals;
  if (values['discard-old']) {
    if (args.length > 1) throw new UsageError('--discard-old goes with nothing else.');
    return { name: 'discard' };
  }
  if (!given || more.length > 0) throw new UsageError('Say which backup: npm run backup -- list shows them.');
  const cut = given.replace(/\/+$/, '').lastIndexOf('/');
  if (cut !== -1 && values.from !== undefined) throw new UsageError('--from does not go with the folder of a backup.');
  const place = cut === -1 ? (values.from ?? (env.BACKUP_TO || 'backups')) : given.slice(0, Math.max(cut, 1));
  const id = given.slice(cut + 1).replace(/\/+$/, '');
  if (!startOf(id)) throw new UsageError(`${id} is not the id of a backup.`);
  const secretsTo = values['secrets-to'] && resolve(folder, values['secrets-to']);
  return { name: 'restore', store: storeAt(place, env, folder), place, id, key: keyOf(values, env), secretsTo };
}

/** Parses the command line of `npm run backup`. @returns 'help' for --help @throws UsageError */
export function readOptions(args: string[], env: NodeJS.ProcessEnv, folder: string): BackupCommand | 'help' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  const [given = 'create', id, ...more] = positionals;
  const name = (Object.keys(optionsOf) as BackupCommand['name'][]).find((each) => each === given);
  if (!name || more.length > 0 || (id !== undefined && name !== 'verify'))
    throw new UsageError(`Not understood: ${positionals.join(' ')}`);
  const allowed: string[] = ['to', ...optionsOf[name]];
  const foreign = Object.keys(values).find((option) => !allowed.includes(option));
  if (foreign) throw new UsageError(`--${foreign} does not go with ${name}.`);
  const place = values.to ?? (env.BACKUP_TO || 'backups');
  const common = { place, store: storeAt(place, env, folder) };
  if (name === 'list') return { name, ...common };
  if (name === 'verify') return { name, ...common, id, key: keyOf(values, env), checksums: values.checksums ?? false };
  const keep = values.keep ?? (env.BACKUP_KEEP || undefined);
  const retention = keep === undefined ? undefined : parseRetention(keep);
  return { name, ...common, lock: lockOf(values, env), retention };
}

function parse(args: string[]) {
  return parsed(() => parseArgs({ args, options, allowPositionals: true }));
}

function parsed<T>(parseAll: () => T): T {
  try {
    return parseAll();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function lockOf({ encrypt, recipient, plain }: Values, env: NodeJS.ProcessEnv): Lock | undefined {
  const given = [encrypt, recipient !== undefined, plain].filter(Boolean).length;
  if (given === 0 && env.BACKUP_RECIPIENT) return { recipient: env.BACKUP_RECIPIENT };
  if (given === 0)
    throw new UsageError(
      'The backup holds the secrets of this installation and personal data: choose --encrypt, --recipient or --plain.',
    );
  if (given > 1) throw new UsageError('--encrypt, --recipient and --plain exclude each other.');
  if (plain) return undefined;
  if (recipient !== undefined) return { recipient };
  const passphrase = secretOf('BACKUP_PASSPHRASE', env);
  if (!passphrase)
    throw new UsageError('--encrypt takes the passphrase from BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.');
  return { passphrase };
}

/** Returns what opens an encrypted backup; undefined if nothing was given, as for one that is not encrypted. */
function keyOf(values: Pick<Values, 'identity-file'>, env: NodeJS.ProcessEnv): Key | undefined {
  const file = values['identity-file'];
  if (file !== undefined) return { identity: identityIn(file) };
  const passphrase = secretOf('BACKUP_PASSPHRASE', env);
  return passphrase ? { passphrase } : undefined;
}

/** Returns the private key in a file as `age-keygen` writes it, with comments. */
function identityIn(path: string): string {
  const lines = readGiven(path, '--identity-file').split('\n');
  const key = lines.find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (!key) throw new UsageError(`--identity-file: ${path} holds no private key of age.`);
  return key.trim();
}

function storeAt(place: string, env: NodeJS.ProcessEnv, folder: string): BackupStore {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? [];
  if (!bucket) {
    if (place.includes('://')) throw new UsageError(`${place}: expected a folder or s3://BUCKET/PREFIX.`);
    return new FolderBackupStore(resolve(folder, place));
  }
  const endpoint = env.BACKUP_S3_ENDPOINT;
  const accessKey = secretOf('BACKUP_S3_ACCESS_KEY', env);
  const secretKey = secretOf('BACKUP_S3_SECRET_KEY', env);
  if (!endpoint || !accessKey || !secretKey)
    throw new UsageError('s3:// needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY.');
  const objects = new MinioObjectStore({
    ...{ endpoint, accessKey, secretKey, bucket, region: env.BACKUP_S3_REGION || 'us-east-1', pathStyle: true },
    ...{ prefix: prefix && `${prefix.replace(/\/+$/, '')}/`, createBucket: false },
  });
  return new BucketBackupStore(objects);
}

function secretOf(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const file = env[`${name}_FILE`];
  if (file && env[name]) throw new UsageError(`${name} is set together with ${name}_FILE.`);
  return file ? readGiven(file, `${name}_FILE`) : env[name] || undefined;
}

function readGiven(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`${what}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

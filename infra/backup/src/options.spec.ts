import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BucketBackupStore, FolderBackupStore } from './archive/backup-store.js';
import {
  type CreateOptions,
  createCommand,
  listCommand,
  type RestoreOptions,
  restoreCommand,
  type VerifyOptions,
  verifyCommand,
} from './options.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const create = (options: CreateOptions, env: NodeJS.ProcessEnv = {}) => createCommand(options, { env, folder });
const list = (to: string, env: NodeJS.ProcessEnv = {}) => listCommand({ to }, { env, folder });
const verify = (options: VerifyOptions, env: NodeJS.ProcessEnv = {}) =>
  verifyCommand(undefined, options, { env, folder });
const s3 = { BACKUP_S3_ENDPOINT: 'https://s3.example:9000', BACKUP_S3_ACCESS_KEY: 'a', BACKUP_S3_SECRET_KEY: 's' };

describe('the options of a backup', () => {
  it('say who can read it', () => {
    expect(create({ plain: true })).toMatchObject({ name: 'create', lock: undefined, place: 'backups' });
    expect(create({ recipient: 'age1x' })).toMatchObject({ lock: { recipient: 'age1x' } });
    expect(create({ encrypt: true }, { BACKUP_PASSPHRASE: 'p' })).toMatchObject({ lock: { passphrase: 'p' } });
    expect(() => create({})).toThrow('choose --encrypt, --recipient or --plain');
    expect(() => create({ plain: true, encrypt: true })).toThrow('exclude each other');
    expect(() => create({ encrypt: true })).toThrow('BACKUP_PASSPHRASE');
  });

  it('take secrets from files, a passphrase without the white space around it', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, ' from a file \n\n');
    const env = { BACKUP_PASSPHRASE_FILE: file };
    expect(create({ encrypt: true }, env)).toMatchObject({ lock: { passphrase: 'from a file' } });
    expect(() => create({ encrypt: true }, { ...env, BACKUP_PASSPHRASE: 'p' })).toThrow('together');
    expect(() => create({ encrypt: true }, { BACKUP_PASSPHRASE_FILE: `${file}s` })).toThrow('ENOENT');
    writeFileSync(file, '# created: today\n# public key: age1x\nAGE-SECRET-KEY-1X\n');
    expect(verify({ identityFile: file })).toMatchObject({ access: { key: { identity: 'AGE-SECRET-KEY-1X' } } });
    writeFileSync(file, 'something else');
    expect(() => verify({ identityFile: file })).toThrow('no private key');
    expect(() => verify({ identityFile: `${file}s` })).toThrow('ENOENT');
  });

  it('name a folder or a bucket', () => {
    expect(list('elsewhere')).toMatchObject({ name: 'list', store: expect.any(FolderBackupStore) });
    expect(list('s3://bucket/daily', s3)).toMatchObject({ store: expect.any(BucketBackupStore) });
    expect(() => list('s3://bucket')).toThrow('BACKUP_S3_ENDPOINT');
    expect(() => list('ftp://host/x')).toThrow('expected a folder or s3://');
  });

  it('name a backup to verify, or none for the newest', () => {
    const id = '20260101T000000Z-0a1b2c';
    expect(verifyCommand(id, {}, { env: {}, folder })).toMatchObject({ name: 'verify', id });
    expect(verify({})).toMatchObject({ id: undefined, access: { key: undefined } });
  });

  it('refuse a retention that is none', () => {
    expect(() => create({ plain: true, keep: '7y' })).toThrow('--keep 7y');
  });
});

it('a backup takes its settings from the environment where the options have none', () => {
  const env = { BACKUP_TO: 'elsewhere', BACKUP_KEEP: '7d', BACKUP_RECIPIENT: 'age1x' };
  const retention = { days: 7, weeks: 0, months: 0 };
  expect(create({}, env)).toMatchObject({ place: 'elsewhere', retention, lock: { recipient: 'age1x' } });
  expect(create({ plain: true, to: 'here', keep: '2w' }, env)).toMatchObject({ place: 'here', lock: undefined });
});

describe('the options of a restore', () => {
  const id = '20261124T031500Z-abcdef';
  const restore = (given: string, options: RestoreOptions = {}, env: NodeJS.ProcessEnv = {}) =>
    restoreCommand(given, options, { env, folder });

  it('name a backup by its id, its folder, or its place in a bucket', () => {
    expect(restore(id)).toMatchObject({ id, place: 'backups', secretsTo: undefined });
    expect(restore(id, {}, { BACKUP_TO: '/mnt/backups' })).toMatchObject({ id, place: '/mnt/backups' });
    expect(restore(id, { from: 'other', secretsTo: '/s' })).toMatchObject({ place: 'other', secretsTo: '/s' });
    expect(restore(`/mnt/backups/${id}/`)).toMatchObject({ id, place: '/mnt/backups' });
    expect(restore(`s3://bucket/daily/${id}`, {}, s3)).toMatchObject({
      ...{ id, place: 's3://bucket/daily' },
      store: expect.any(BucketBackupStore),
    });
    expect(restore(id, {}, { BACKUP_PASSPHRASE: 'p' })).toMatchObject({ access: { key: { passphrase: 'p' } } });
  });

  it('ignore the passphrase, or a missing seal, only if they say so', () => {
    const env = { BACKUP_PASSPHRASE: 'p' };
    expect(restore(id, {}, env)).toMatchObject({ access: { key: { passphrase: 'p' }, unsealed: false } });
    expect(restore(id, { unsealed: true }, env)).toMatchObject({
      access: { key: { passphrase: 'p' }, unsealed: true },
    });
    expect(restore(id, { plain: true }, env)).toMatchObject({ access: { key: undefined, unsealed: false } });
    expect(() => restore(id, { plain: true, unsealed: true }, env)).toThrow('neither --unsealed');
    expect(verify({ plain: true }, env)).toMatchObject({ access: { key: undefined } });
  });

  it('refuse what names no backup, or two places', () => {
    expect(() => restore('yesterday')).toThrow('not the id of a backup');
    expect(() => restore(`a/${id}`, { from: 'b' })).toThrow('does not go with');
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BucketBackupStore, FolderBackupStore } from './archive/backup-store.js';
import { readOptions, readRestoreOptions } from './options.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (line: string, env: NodeJS.ProcessEnv = {}) => readOptions(line.split(' ').filter(Boolean), env, folder);
const s3 = { BACKUP_S3_ENDPOINT: 'https://s3.example:9000', BACKUP_S3_ACCESS_KEY: 'a', BACKUP_S3_SECRET_KEY: 's' };

describe('the command line of a backup', () => {
  it('says who can read it', () => {
    expect(read('--plain')).toMatchObject({ name: 'create', lock: undefined, place: 'backups' });
    expect(read('--recipient age1x')).toMatchObject({ lock: { recipient: 'age1x' } });
    expect(read('--encrypt', { BACKUP_PASSPHRASE: 'p' })).toMatchObject({ lock: { passphrase: 'p' } });
    expect(() => read('')).toThrow('choose --encrypt, --recipient or --plain');
    expect(() => read('--plain --encrypt')).toThrow('exclude each other');
    expect(() => read('--encrypt')).toThrow('BACKUP_PASSPHRASE');
  });

  it('takes secrets from files', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'from a file\n');
    expect(read('--encrypt', { BACKUP_PASSPHRASE_FILE: file })).toMatchObject({ lock: { passphrase: 'from a file' } });
    expect(() => read('--encrypt', { BACKUP_PASSPHRASE_FILE: file, BACKUP_PASSPHRASE: 'p' })).toThrow('together');
    expect(() => read('--encrypt', { BACKUP_PASSPHRASE_FILE: `${file}s` })).toThrow('ENOENT');
    writeFileSync(file, '# created: today\n# public key: age1x\nAGE-SECRET-KEY-1X\n');
    expect(read(`verify --identity-file ${file}`)).toMatchObject({ key: { identity: 'AGE-SECRET-KEY-1X' } });
    writeFileSync(file, 'something else');
    expect(() => read(`verify --identity-file ${file}`)).toThrow('no private key');
  });

  it('names a folder or a bucket', () => {
    expect(read('list --to elsewhere')).toMatchObject({ name: 'list', store: expect.any(FolderBackupStore) });
    expect(read('list --to s3://bucket/daily', s3)).toMatchObject({ store: expect.any(BucketBackupStore) });
    expect(() => read('list --to s3://bucket')).toThrow('BACKUP_S3_ENDPOINT');
    expect(() => read('list --to ftp://host/x')).toThrow('expected a folder or s3://');
  });

  it('names a backup to verify, or none for the newest', () => {
    expect(read('verify 20260101T000000Z-0a1b2c')).toMatchObject({ name: 'verify', id: '20260101T000000Z-0a1b2c' });
    expect(read('verify')).toMatchObject({ id: undefined, key: undefined });
  });

  it('has no option without an effect', () => {
    expect(() => read('list --keep 7d')).toThrow('--keep does not go with list');
    expect(() => read('verify --plain')).toThrow('--plain does not go with verify');
    expect(() => read('create x')).toThrow('Not understood: create x');
    expect(() => read('remove')).toThrow('Not understood: remove');
    expect(() => read('--plain --keep 7y')).toThrow('--keep 7y');
    expect(() => read('--nothing')).toThrow();
    expect(read('--help')).toBe('help');
  });
});

it('a backup takes its settings from the environment where the command line has none', () => {
  const env = { BACKUP_TO: 'elsewhere', BACKUP_KEEP: '7d', BACKUP_RECIPIENT: 'age1x' };
  const retention = { days: 7, weeks: 0, months: 0 };
  expect(read('', env)).toMatchObject({ place: 'elsewhere', retention, lock: { recipient: 'age1x' } });
  expect(read('--plain --to here --keep 2w', env)).toMatchObject({ place: 'here', lock: undefined });
});

describe('the command line of a restore', () => {
  const id = '20261124T031500Z-abcdef';
  const readRestore = (line: string, env: NodeJS.ProcessEnv = {}) =>
    readRestoreOptions(line.split(' ').filter(Boolean), env, folder);

  it('names a backup by its id, its folder, or its place in a bucket', () => {
    expect(readRestore(id)).toMatchObject({ name: 'restore', id, place: 'backups', secretsTo: undefined });
    expect(readRestore(id, { BACKUP_TO: '/mnt/backups' })).toMatchObject({ id, place: '/mnt/backups' });
    expect(readRestore(`${id} --from other --secrets-to /s`)).toMatchObject({ place: 'other', secretsTo: '/s' });
    expect(readRestore(`/mnt/backups/${id}/`)).toMatchObject({ id, place: '/mnt/backups' });
    expect(readRestore(`s3://bucket/daily/${id}`, s3)).toMatchObject({
      ...{ id, place: 's3://bucket/daily' },
      store: expect.any(BucketBackupStore),
    });
    expect(readRestore(`${id}`, { BACKUP_PASSPHRASE: 'p' })).toMatchObject({ key: { passphrase: 'p' } });
  });

  it('refuses what names no backup, or more than one thing', () => {
    expect(() => readRestore('')).toThrow('Say which backup');
    expect(() => readRestore('yesterday')).toThrow('not the id of a backup');
    expect(() => readRestore(`${id} ${id}`)).toThrow('Say which backup');
    expect(() => readRestore(`a/${id} --from b`)).toThrow('does not go with');
    expect(() => readRestore(`${id} --discard-old`)).toThrow('goes with nothing else');
    expect(readRestore('--discard-old')).toEqual({ name: 'discard' });
    expect(readRestore('--help')).toBe('help');
  });
});

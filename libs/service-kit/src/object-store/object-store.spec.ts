import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { testConfig } from '../testing/config.js';
import { FolderObjectStore } from './folder-object-store.js';
import { MinioObjectStore } from './minio-object-store.js';
import type { ObjectEntry, ObjectStore } from './object-store.js';

interface Subject {
  store: ObjectStore;
  remove(): Promise<void>;
}

const folderStore = async (): Promise<Subject & { folder: string }> => {
  const parent = await mkdtemp(join(tmpdir(), 'docfolio-test-'));
  const folder = join(parent, 'objects');
  return { folder, store: new FolderObjectStore(folder), remove: () => rm(parent, { recursive: true }) };
};

const minioStore = (endpoint: string) => async (): Promise<Subject> => {
  const { minioAccessKey: accessKey, minioSecretKey: secretKey } = testConfig;
  const bucket = `test-${randomBytes(6).toString('hex')}`;
  const place = { bucket, region: 'us-east-1', pathStyle: true, prefix: 'shared/', createBucket: true };
  const store = new MinioObjectStore({ endpoint, accessKey, secretKey, ...place });
  const remove = async () => {
    for await (const { name } of store.list()) await store.remove(name);
  };
  return { store, remove };
};

/** A body that fails half-way. */
const broken = () =>
  Readable.from(
    (function* () {
      yield Buffer.from('half of');
      throw new Error('aborted');
    })(),
  );

const subjects: [string, () => Promise<Subject>][] = [['a folder', folderStore]];
if (testConfig.minioEndpoint) subjects.push(['a bucket', minioStore(testConfig.minioEndpoint)]);

describe.each(subjects)('an object store in %s', (_, make) => {
  let subject: Subject;
  let store: ObjectStore;

  beforeEach(async () => {
    subject = await make();
    store = subject.store;
    await store.ready();
  });
  afterEach(() => subject.remove());

  const contentType = 'image/png';
  const names = async (entries: AsyncIterable<ObjectEntry>) => {
    const found: string[] = [];
    for await (const { name } of entries) found.push(name);
    return found;
  };

  it('returns what was stored, with type and size', async () => {
    const bytes = randomBytes(300_000);
    await store.put('2026/a.png', Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]), { contentType });
    expect(await buffer(await store.get('2026/a.png'))).toEqual(bytes);
    expect(await store.stat('2026/a.png')).toMatchObject({ name: '2026/a.png', size: 300_000, contentType });
  });

  it.each([
    ['its beginning', 0, 9],
    ['a byte', 7, 7],
    ['its middle', 100_000, 200_000],
    ['its end', 299_990, 299_999],
    ['all of it', 0, 299_999],
  ])('returns a range: %s', async (_, start, end) => {
    const bytes = randomBytes(300_000);
    await store.put('a.png', bytes, { contentType });
    expect((await buffer(await store.get('a.png', { start, end }))).equals(bytes.subarray(start, end + 1))).toBe(true);
    await expect(store.get('b.png', { start, end })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('replaces an object', async () => {
    await store.put('a.txt', Buffer.from('a longer text'), { contentType: 'text/plain' });
    await store.put('a.txt', Buffer.from('ünï'), { contentType: 'text/plain; charset=utf-8' });
    expect((await buffer(await store.get('a.txt'))).toString()).toBe('ünï');
    expect(await store.stat('a.txt')).toMatchObject({ size: 5, contentType: 'text/plain; charset=utf-8' });
  });

  it('keeps the old object when an upload is aborted', async () => {
    await store.put('a', Buffer.from('before'), { contentType: 'text/plain' });
    await expect(store.put('a', broken(), { contentType: 'text/plain' })).rejects.toThrow('aborted');
    expect((await buffer(await store.get('a'))).toString()).toBe('before');
    await expect(store.put('b', broken(), { contentType: 'text/plain' })).rejects.toThrow('aborted');
    await expect(store.get('b')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('renames an object over another one, with its type and a new modification time', async () => {
    await store.put('a.png', Buffer.from('moved'), { contentType });
    await store.put('old/2026/a.png', Buffer.from('replaced'), { contentType: 'text/plain' });
    const before = Date.now() - 2_000;
    await store.move('a.png', 'old/2026/a.png');
    await expect(store.stat('a.png')).rejects.toMatchObject({ code: 'not_found' });
    expect((await buffer(await store.get('old/2026/a.png'))).toString()).toBe('moved');
    const { contentType: type, modifiedAt } = await store.stat('old/2026/a.png');
    expect(type).toBe(contentType);
    expect(modifiedAt.getTime()).toBeGreaterThan(before);
    await expect(store.move('a.png', 'b.png')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stores an empty object', async () => {
    await store.put('empty', Buffer.alloc(0), { contentType });
    expect(await buffer(await store.get('empty'))).toHaveLength(0);
    expect((await store.stat('empty')).size).toBe(0);
  });

  it('lists by prefix, sorted by name', async () => {
    for (const name of ['b/2', 'b/1', 'a', 'bc']) await store.put(name, Buffer.from(name), { contentType });
    expect(await names(store.list())).toEqual(['a', 'b/1', 'b/2', 'bc']);
    expect(await names(store.list('b/'))).toEqual(['b/1', 'b/2']);
    expect(await names(store.list('z'))).toEqual([]);
  });

  it('removes an object, and ignores a missing one', async () => {
    await store.put('a', Buffer.from('a'), { contentType });
    await store.remove('a');
    await store.remove('a');
    await expect(store.get('a')).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.stat('a')).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    '',
    '.',
    '..',
    '../a',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    'a/',
    '.uploads/x',
    'a\0b',
    'a\\b',
    'é',
    'a'.repeat(201),
  ])('refuses the name %j', async (name) => {
    const refusal = { code: 'validation_failed' };
    await expect(store.put(name, Buffer.from('x'), { contentType })).rejects.toMatchObject(refusal);
    await expect(store.get(name)).rejects.toMatchObject(refusal);
    await expect(store.stat(name)).rejects.toMatchObject(refusal);
    await expect(store.remove(name)).rejects.toMatchObject(refusal);
  });
});

describe('an object store in a folder', () => {
  it('creates folders and files that only its owner can read', async () => {
    const { store, folder, remove } = await folderStore();
    await store.ready();
    await store.put('exports/1.csv', Buffer.from('a'), { contentType: 'text/csv' });
    const modes = await Promise.all(
      ['', 'exports', 'exports/1.csv'].map(async (path) => ((await stat(join(folder, path))).mode & 0o777).toString(8)),
    );
    expect(modes).toEqual(['700', '700', '600']);
    await remove();
  });

  it('cleans up after an aborted upload and after a crash', async () => {
    const { store, folder, remove } = await folderStore();
    await expect(store.put('a', broken(), { contentType: 'text/plain' })).rejects.toThrow('aborted');
    expect(await readdir(join(folder, '.uploads'))).toEqual([]);
    await writeFile(join(folder, '.uploads', 'new'), 'half of');
    await writeFile(join(folder, '.uploads', 'old'), 'half of');
    const yesterday = Date.now() / 1_000 - 24 * 60 * 60 - 1;
    await utimes(join(folder, '.uploads', 'old'), yesterday, yesterday);
    await store.ready();
    expect(await readdir(join(folder, '.uploads'))).toEqual(['new']);
    await remove();
  });

  it('is not ready if its folder is not writable', async () => {
    const { folder, remove } = await folderStore();
    await writeFile(folder, 'in the way');
    await expect(new FolderObjectStore(folder).ready()).rejects.toThrow(/EEXIST|ENOTDIR/);
    await remove();
  });
});

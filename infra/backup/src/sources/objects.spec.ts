import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { FolderObjectStore } from '@docfolio/service-kit/object-store/folder-object-store';
import { rejectionOf } from '@docfolio/service-kit/testing/wait-for';
import { extract } from 'tar-stream';
import { contentTypeHeader, objectArchive } from './objects.js';

let folder: string;
let store: FolderObjectStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-backup-'));
  store = new FolderObjectStore(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function entriesOf(archive: AsyncIterable<Buffer>) {
  const found: { name: string; type: string | undefined; content: Buffer }[] = [];
  const reader = extract();
  reader.on('entry', ({ name, pax = {} }, entry, next) => {
    const type = (pax as Record<string, string>)[contentTypeHeader];
    buffer(entry as unknown as Readable).then((content) => {
      found.push({ name, type, content });
      next();
    }, next);
  });
  await pipeline(Readable.from(archive), reader);
  return found;
}

describe('an archive of files', () => {
  it('holds names, content types and contents', async () => {
    const files = [
      { name: 'a/empty.csv', type: 'text/csv; charset=utf-8', content: Buffer.alloc(0) },
      { name: `b/${'long-'.repeat(38)}.webp`, type: 'image/webp', content: randomBytes(300_000) },
      { name: 'c.png', type: 'image/png', content: randomBytes(512) },
    ];
    for (const { name, type, content } of files) await store.put(name, content, { contentType: type });
    const tally = { records: 0 };
    expect(await entriesOf(objectArchive(store, tally))).toEqual(files);
    expect(tally.records).toBe(3);
  });

  it('leaves out a file that was removed after it was listed', async () => {
    await store.put('a', Buffer.from('a'), { contentType: 'text/plain' });
    await store.put('b', Buffer.from('b'), { contentType: 'text/plain' });
    const stat = store.stat.bind(store);
    store.stat = async (name) => {
      if (name === 'a') await store.remove('a');
      return stat(name);
    };
    expect((await entriesOf(objectArchive(store, { records: 0 }))).map(({ name }) => name)).toEqual(['b']);
  });

  it('fails if a file cannot be read to its end', async () => {
    await store.put('a', Buffer.from('content'), { contentType: 'text/plain' });
    store.get = async () =>
      Readable.from(
        (async function* () {
          yield Buffer.from('con');
          throw new Error('disk error');
        })(),
      );
    expect(await rejectionOf(entriesOf(objectArchive(store, { records: 0 })))).toMatchObject({ message: 'disk error' });
  });
});

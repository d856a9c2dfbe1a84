/**
 * Damages data files in many ways, each of which a server of its own is started on, and fills a disk.
 * @subject infra/embedded-mongo/src/storage infra/embedded-mongo/src/main.ts infra/embedded-mongo/src/errors.ts
 * @everyday infra/embedded-mongo/test/damage.spec.ts
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { open } from 'lmdb';
import { type Collection, MongoClient } from 'mongodb';
import { startAndEnd, startServer, type TestServer } from './server';

const documents = 5_000;
const pageBytes = 4096;
let base: string;
let server: TestServer | undefined;
let client: MongoClient | undefined;

/** Returns all offsets of a text. Replaced pages that are not reused yet may contain it, too. */
function placesOf(bytes: Buffer, text: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at);
  return places;
}
const falsify = (bytes: Buffer): void => {
  for (const at of placesOf(bytes, 'body 77 ')) bytes.write('BODY', at);
};

/** Halves the list of entries of a leaf page. */
const loseEntries = (bytes: Buffer): void => {
  for (const place of placesOf(bytes, `body ${documents / 2} `)) {
    const page = Math.floor(place / pageBytes) * pageBytes;
    bytes.writeUInt16LE((bytes.readUInt16LE(page + 20) >> 2) << 1, page + 20);
  }
};

const fileOf = (folder: string): string => path.join(folder, 'data.mdb');

beforeAll(async () => {
  base = mkdtempSync(path.join(tmpdir(), 'embedded-mongo-damage-'));
  const filled = await startServer(path.join(base, 'filled'));
  const setup = await MongoClient.connect(filled.uri);
  const posts = setup.db('blog').collection('posts');
  await posts.createIndex({ n: 1 });
  await posts.insertMany(Array.from({ length: documents }, (_, n) => ({ n, body: `body ${n} ${'x'.repeat(200)}` })));
  await setup.db('blog').collection('tags').insertOne({ name: 'sound' });
  await setup.close();
  await filled.end('SIGTERM');
});
afterEach(async () => {
  await client?.close();
  await server?.end('SIGTERM');
  client = undefined;
  server = undefined;
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Returns the offset of each page that contains catalog entries, current or replaced. */
const catalogPages = (bytes: Buffer): number[] => [
  ...new Set(placesOf(bytes, 'multikey').map((at) => Math.floor(at / pageBytes) * pageBytes)),
];

let copies = 0;
/** Copies the filled data file to a new folder and damages the copy. @returns the folder */
function damaged(change: (bytes: Buffer) => void): string {
  const folder = path.join(base, `copy${++copies}`);
  mkdirSync(folder);
  const bytes = readFileSync(fileOf(path.join(base, 'filled')));
  change(bytes);
  writeFileSync(fileOf(folder), bytes);
  return folder;
}

async function connect(folder: string): Promise<Collection> {
  server = await startServer(folder);
  client = await MongoClient.connect(server.uri);
  return client.db('blog').collection('posts');
}

/** Resolves when the server has logged a text; otherwise the test times out. */
async function logged(text: RegExp): Promise<void> {
  while (!text.test(server!.log())) await once(server!.child.stderr!, 'data');
}

const readAll = (posts: Collection): Promise<unknown[]> => posts.find().toArray();

test('a damaged data file ends the start or fails the read, but never shortens a response', async () => {
  const size = readFileSync(fileOf(path.join(base, 'filled'))).length;
  const outcomes: unknown[] = [];
  for (let part = 1; part <= 8; part++) {
    const at = Math.floor((size * part) / 9);
    const folder = damaged((bytes) => {
      for (let n = 0; n < 64; n++) bytes[at + n] = (at * 31 + n * 197 + part * 89) & 0xff;
    });
    const start = await connect(folder).catch((error: Error) => error);
    if (start instanceof Error) {
      expect(start.message).toMatch(/ended with code 65: .*damaged in .*restore a backup/s);
      outcomes.push('refused');
      continue;
    }
    const found = await readAll(start).then(
      (all) => all.length,
      (error) => error.code,
    );
    expect([documents, 301]).toContain(found);
    outcomes.push(found);
    await client!.close();
    await server!.end('SIGTERM');
    server = undefined;
  }
  expect(outcomes).toContain('refused');
  expect(outcomes).toContain(301);
});

test('a scan fails instead of returning less if a page loses entries while the server runs', async () => {
  const folder = damaged(() => {});
  const posts = await connect(folder);
  const bytes = readFileSync(fileOf(folder));
  loseEntries(bytes);
  // Changes the file that the server has mapped.
  writeFileSync(fileOf(folder), bytes, { flag: 'r+' });
  await expect(readAll(posts)).rejects.toMatchObject({ code: 301 });
  await expect(posts.find({ n: { $gte: 0 } }).toArray()).rejects.toMatchObject({ code: 301 });
});

const unusable: [string, (folder: string) => void][] = [
  [
    'a file truncated before its catalog',
    (folder) => truncateSync(fileOf(folder), catalogPages(readFileSync(fileOf(folder)))[0]),
  ],
  [
    'a file without its catalog',
    (folder) => {
      const bytes = readFileSync(fileOf(folder));
      for (const page of catalogPages(bytes)) bytes.fill(0, page, page + pageBytes);
      writeFileSync(fileOf(folder), bytes);
    },
  ],
  [
    'a file truncated to half its size',
    (folder) => truncateSync(fileOf(folder), readFileSync(fileOf(folder)).length >> 1),
  ],
  ['an empty file', (folder) => truncateSync(fileOf(folder), 0)],
  ['a file of one page', (folder) => truncateSync(fileOf(folder), pageBytes)],
  ['a file of text', (folder) => writeFileSync(fileOf(folder), 'text '.repeat(20_000))],
];
test.each(unusable)('%s ends the start with code 65 and the advice to restore a backup', async (_, damage) => {
  const folder = damaged(() => {});
  damage(folder);
  const { code, errors } = await startAndEnd({ DATA_DIR: folder });
  expect(code).toBe(65);
  expect(errors).toMatch(/the data file .*data\.mdb is damaged.*restore a backup/);
});

const headers: [string, number][] = [
  ['the first header', 0],
  ['the second header', pageBytes],
];
test.each(headers)(
  'random bytes in %s end the start with code 65 and the advice to restore a backup',
  async (_, at) => {
    const folder = damaged((bytes) => bytes.fill(0xa5, at + 16, at + 168));
    const { code, errors } = await startAndEnd({ DATA_DIR: folder });
    expect(code).toBe(65);
    expect(errors).toMatch(/is damaged: the header at byte \d+ is invalid.*restore a backup/);
  },
);

test('data stored without checksums is migrated completely and has checksums afterwards', async () => {
  const folder = damaged(() => {});
  const options = { keyEncoding: 'binary', encoding: 'binary', overlappingSync: false } as const;
  const old = open<Buffer, Buffer>({ path: folder, ...options });
  const [format, ...keys] = [...old.getKeys({})];
  old.transactionSync(() => {
    old.removeSync(format!);
    for (const key of keys) old.putSync(key, old.getBinary(key)!.subarray(0, -4));
  });
  await old.close();
  const posts = await connect(folder);
  expect(await readAll(posts)).toHaveLength(documents);
  expect(await posts.findOne({ n: 4321 })).toMatchObject({ n: 4321 });
  await client!.close();
  await server!.end('SIGTERM');
  server = undefined;
  const migrated = readFileSync(fileOf(folder));
  falsify(migrated);
  writeFileSync(fileOf(folder), migrated);
  await expect((await connect(folder)).findOne({ n: 77 })).rejects.toMatchObject({ code: 301 });
});

test('a write on a full disk fails with OutOfDiskSpace, without losing data or the connection', async () => {
  server = await startServer(path.join(base, 'full'), 0, {}, 4 * 1024 * 1024);
  client = await MongoClient.connect(server.uri);
  const posts = client.db('blog').collection('posts');
  let stored = 0;
  let closed = 0;
  client.on('connectionClosed', () => closed++);
  const fill = async (): Promise<void> => {
    for (;;) {
      await posts.insertOne({ n: stored, body: 'x'.repeat(50_000) });
      stored++;
    }
  };
  await expect(fill()).rejects.toMatchObject({ code: 14031, codeName: 'OutOfDiskSpace' });
  expect(stored).toBeGreaterThan(10);
  expect(await posts.find().toArray()).toHaveLength(stored);
  await expect(posts.insertOne({ body: 'x'.repeat(500_000) })).rejects.toMatchObject({ code: 14031 });
  expect(closed).toBe(0);
  await logged(/"message":"disk full"/);
});

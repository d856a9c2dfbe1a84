import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Collection, MongoClient } from 'mongodb';
import { startAndEnd, startServer, type TestServer } from './server';

const documents = 500;
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

test('a document with a wrong checksum fails its own reads with an error that names the collection', async () => {
  const folder = damaged(falsify);
  const posts = await connect(folder);
  await logged(/"level":"error","message":"data corruption detected","where":"collection blog.posts"/);
  await expect(readAll(posts)).rejects.toMatchObject({
    code: 301,
    codeName: 'DataCorruptionDetected',
    message: expect.stringMatching(/collection blog\.posts.*restore a backup/),
  });
  await expect(posts.findOne({ n: 77 })).rejects.toMatchObject({ code: 301 });
  expect(await posts.findOne({ n: 78 })).toMatchObject({ n: 78 });
  expect(await client!.db('blog').collection('tags').findOne()).toMatchObject({ name: 'sound' });
});

test('a page without some of its entries ends the start with code 65, and is not called the list of free pages', async () => {
  const { code, errors } = await startAndEnd({ DATA_DIR: damaged(loseEntries) });
  expect(code).toBe(65);
  expect(errors).toMatch(/damaged in a collection, an index or the catalog \(it holds \d+ entries of \d+\)/);
});

import { once } from 'node:events';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { startAndEnd, startServer, type TestServer } from './server';

let server: TestServer;
let client: MongoClient;

beforeAll(async () => {
  server = await startServer(undefined, 0, { TTL_INTERVAL_MS: '50' });
  client = await MongoClient.connect(server.uri, { serverSelectionTimeoutMS: 20_000 });
});
beforeEach(() => client.db('x').dropDatabase());
afterAll(async () => {
  await client.close();
  await server.stop();
});

test('a second server on the same folder exits and names the process that uses it', async () => {
  const { code, errors } = await startAndEnd({ DATA_DIR: server.folder, PORT: '0' });
  expect(code).toBe(1);
  expect(errors).toContain(`in use by process ${server.child.pid}`);
  expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
});

test.each([
  ['a missing DATA_DIR', { PORT: '0' }, 'DATA_DIR'],
  ['an invalid port', { DATA_DIR: tmpdir(), PORT: 'x' }, 'PORT'],
  ['an unknown log level', { DATA_DIR: tmpdir(), LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
])('the server exits with code 1 for %s', async (_, env, name) => {
  const { code, errors } = await startAndEnd(env as unknown as Record<string, string>);
  expect(code).toBe(1);
  expect(errors).toContain(name);
});

test('a TTL index deletes expired documents and no others', async () => {
  const collection = client.db('x').collection('ttl');
  await collection.createIndex({ at: 1 }, { expireAfterSeconds: 1 });
  const past = new Date(Date.now() - 5000);
  const future = new Date(Date.now() + 60_000);
  await collection.insertMany([
    { k: 'old', at: past },
    { k: 'array', at: [future, past] },
    { k: 'new', at: future },
    { k: 'none' },
    { k: 'text', at: 'x' },
  ]);
  while ((await collection.countDocuments()) > 3) await wait(20);
  expect((await collection.find().sort({ k: 1 }).toArray()).map((doc) => doc.k)).toEqual(['new', 'none', 'text']);
});

test('a partial TTL index deletes only documents that match its filter', async () => {
  const collection = client.db('x').collection('ttl');
  await collection.createIndex({ at: 1 }, { expireAfterSeconds: 0, partialFilterExpression: { gone: true } });
  await collection.insertMany([
    { _id: 1 as never, at: new Date(0), gone: true },
    { _id: 2 as never, at: new Date(0) },
  ]);
  while ((await collection.countDocuments()) > 1) await wait(20);
  expect(await collection.findOne()).toMatchObject({ _id: 2 });
});

test('a malformed message closes its connection and no other', async () => {
  const lengths = [
    Buffer.from([1, 0, 0, 0]),
    Buffer.from([0xff, 0xff, 0xff, 0x7f]),
    Buffer.concat([Buffer.from([32, 0, 0, 0]), Buffer.alloc(28, 0xee)]),
  ];
  for (const bytes of lengths) {
    const socket = net.connect(server.port, '127.0.0.1');
    socket.write(bytes);
    await once(socket, 'close');
  }
  expect(await client.db('x').command({ ping: 1 })).toMatchObject({ ok: 1 });
});

test('an index built during writes contains every document', async () => {
  const collection = client.db('x').collection('build');
  await collection.insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
  const building = collection.createIndex({ n: 1 });
  const writes = Array.from({ length: 20 }, (_, n) => collection.updateOne({ n: n * 20 }, { $set: { n: -n - 1 } }));
  await Promise.all([building, ...writes]);
  const explained = await collection.find({ n: { $lt: 0 } }).explain('executionStats');
  expect(explained.executionStats).toMatchObject({ nReturned: 20, totalKeysExamined: 20 });
  expect(await collection.countDocuments({ n: { $gte: 0 } })).toBe(480);
});

// Last, because it ends the server that the other tests use.
test('a server starts on the folder of a killed one and has its data', async () => {
  await client.db('x').collection('y').insertOne({ a: 1 });
  await client
    .db('x')
    .collection('before')
    .insertMany([{ a: 1 }, { a: 2 }]);
  await client.db('x').collection('before').rename('after');
  await server.end('SIGKILL');
  const next = await startServer(server.folder);
  const other = await MongoClient.connect(next.uri);
  expect(await other.db('x').collection('y').countDocuments({ a: 1 })).toBe(1);
  expect(await other.db('x').collection('after').estimatedDocumentCount()).toBe(2);
  expect(await other.db('x').listCollections({ name: 'before' }).toArray()).toEqual([]);
  await other.close();
  expect(await next.end('SIGTERM')).toBe(0);
});

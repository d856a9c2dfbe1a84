/**
 * Stops a server during 200 writes, scans 30,000 documents while other commands run, and builds an index during writes.
 * @subject infra/embedded-mongo/src/main.ts infra/embedded-mongo/src/wire infra/embedded-mongo/src/storage/store.ts
 * @subject infra/embedded-mongo/src/planner/execute.ts infra/embedded-mongo/src/storage/catalog.ts
 * @everyday infra/embedded-mongo/test/server.spec.ts
 */
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { startServer, type TestServer } from './server';

let server: TestServer;
let client: MongoClient;

beforeEach(async () => {
  server = await startServer(undefined, 0, { TTL_INTERVAL_MS: '50' });
  client = await MongoClient.connect(server.uri, { serverSelectionTimeoutMS: 20_000 });
});
afterEach(async () => {
  await client.close();
  await server.stop();
});

test('a server stores what it acknowledges during SIGTERM, and exits with code 0', async () => {
  const collection = client.db('x').collection('y');
  await collection.insertOne({ first: true });
  const writes = Array.from({ length: 200 }, (_, n) =>
    collection.insertOne({ n }).then(
      () => n,
      () => undefined,
    ),
  );
  await wait(5);
  expect(await server.end('SIGTERM')).toBe(0);
  const acknowledged = (await Promise.all(writes)).filter((n) => n !== undefined);
  const next = await startServer(server.folder);
  const other = await MongoClient.connect(next.uri);
  const stored = await other
    .db('x')
    .collection('y')
    .find({ n: { $in: acknowledged } })
    .toArray();
  expect(stored).toHaveLength(acknowledged.length);
  await other.close();
  await next.stop();
});

test('other commands run during a long scan', async () => {
  const collection = client.db('x').collection('scan');
  for (let batch = 0; batch < 3; batch++)
    await collection.insertMany(Array.from({ length: 10_000 }, (_, n) => ({ n, s: 'x'.repeat(60) })));
  let finished = false;
  const scan = collection.countDocuments({ s: /xy/ }).finally(() => {
    finished = true;
  });
  let pings = 0;
  while (!finished) {
    await client.db('x').command({ ping: 1 });
    pings++;
  }
  expect(await scan).toBe(0);
  expect(pings).toBeGreaterThan(5);
});

test('an index built during concurrent writes contains every document', async () => {
  const collection = client.db('x').collection('build');
  await collection.insertMany(Array.from({ length: 5000 }, (_, n) => ({ n })));
  const building = collection.createIndex({ n: 1 });
  const writes = Array.from({ length: 200 }, (_, n) =>
    collection.updateOne({ _id: { $exists: true }, n: n * 20 }, { $set: { n: -n - 1 } }),
  );
  await Promise.all([building, ...writes]);
  const explained = await collection.find({ n: { $lt: 0 } }).explain('executionStats');
  expect(explained.executionStats).toMatchObject({ nReturned: 200, totalKeysExamined: 200 });
  expect(await collection.countDocuments({ n: { $gte: 0 } })).toBe(4800);
});

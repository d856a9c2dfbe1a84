import { Code, type Collection, type Document, MaxKey, Timestamp } from 'mongodb';
import { codeOf, embeddedLimit, limitCodeOf, useServer } from './harness';

const bench = useServer('catalog');
const numbers = (count: number): Document[] =>
  Array.from({ length: count }, (_, index) => ({ n: index, t: index % 3 }));

describe('catalog', () => {
  test('a created collection is listed until it is dropped', async () => {
    await bench.db.createCollection('made');
    expect((await bench.db.listCollections({ name: 'made' }).toArray()).map((each) => each.name)).toEqual(['made']);
    expect(await bench.db.dropCollection('made')).toBe(true);
    expect(await bench.db.listCollections({ name: 'made' }).toArray()).toEqual([]);
  });

  test('a dropped collection is empty and without indexes when it is used again', async () => {
    const collection = await bench.fill(numbers(50));
    await collection.createIndex({ n: 1 });
    await collection.drop();
    expect(await collection.countDocuments()).toBe(0);
    await collection.insertOne({ n: 1 });
    expect(await collection.find({ n: 1 }).toArray()).toHaveLength(1);
    expect(await collection.indexes()).toHaveLength(1);
  });

  test('a renamed collection keeps its documents and indexes', async () => {
    const collection = bench.db.collection<{ _id: number; a: number }>('before');
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ]);
    await collection.rename('staged.after');
    const renamed = bench.db.collection<{ _id: number; a: number }>('staged.after');
    expect(await collection.countDocuments()).toBe(0);
    expect(await renamed.find().sort({ a: -1 }).toArray()).toEqual([
      { _id: 2, a: 2 },
      { _id: 1, a: 1 },
    ]);
    expect(await codeOf(renamed.insertOne({ _id: 3, a: 2 }))).toBe(11000);
    expect(await renamed.estimatedDocumentCount()).toBe(2);
  });

  test('a collection takes the place of another one only if asked to', async () => {
    const [one, two] = [bench.db.collection<{ _id: number }>('one'), bench.db.collection<{ _id: number }>('two')];
    await one.insertOne({ _id: 1 });
    await two.insertOne({ _id: 2 });
    expect(await codeOf(one.rename('two'))).toBe(48);
    await one.rename('two', { dropTarget: true });
    expect(await two.find().toArray()).toEqual([{ _id: 1 }]);
    expect(await codeOf(one.rename('three'))).toBe(26);
    expect(await codeOf(two.rename('$invalid'))).toBe(73);
    expect(await two.countDocuments()).toBe(1);
  });

  test('dropDatabase drops every collection of that database only', async () => {
    const other = bench.client.db(`${bench.db.databaseName}_other`);
    await other.collection('a').insertOne({});
    await other.collection('b').insertOne({});
    await other.dropDatabase();
    expect(await other.listCollections().toArray()).toEqual([]);
  });

  test.each(['', '.a', 'a$b', 'system.x'])('the collection name %j is refused', async (name) => {
    expect(await codeOf(bench.db.command({ insert: name, documents: [{}] }))).toBe(73);
  });

  test('ping, buildInfo and hello respond, and an unknown command is refused', async () => {
    expect((await bench.db.command({ ping: 1 })).ok).toBe(1);
    expect((await bench.db.command({ buildInfo: 1 })).version).toMatch(/^\d+\.\d+/);
    expect((await bench.db.admin().buildInfo()).version).toMatch(/^\d+\.\d+/);
    expect((await bench.db.command({ hello: 1 })).isWritablePrimary).toBe(true);
    expect(await codeOf(bench.db.command({ fooBar: 1 }))).toBe(59);
  });
});

test('listDatabases names each database with its size', async () => {
  await bench.fill([{ a: 'x'.repeat(1000) }]);
  const admin = bench.client.db().admin();
  const { databases, totalSize } = await admin.listDatabases();
  const own = databases.find((each) => each.name === bench.db.databaseName)!;
  expect(own).toMatchObject({ empty: false });
  expect(own.sizeOnDisk).toBeGreaterThan(1000);
  expect(totalSize).toBeGreaterThanOrEqual(own.sizeOnDisk!);
  const filter = { name: bench.db.databaseName };
  expect(await admin.listDatabases({ nameOnly: true, filter })).toMatchObject({ databases: [filter] });
  expect(await codeOf(bench.client.db('other').command({ listDatabases: 1 }))).toBe(13);
});

test('dbStats reports the size of a database, its documents and indexes, and of its disk', async () => {
  const filled = await bench.fill(Array.from({ length: 300 }, (_, number) => ({ text: 'x'.repeat(100), number })));
  await filled.createIndex({ text: 1, number: 1 });
  const stats = await bench.db.command({ dbStats: 1, freeStorage: 0 });
  expect(stats).toMatchObject({ db: bench.db.databaseName, ok: 1 });
  expect(stats.objects).toBeGreaterThanOrEqual(300);
  expect(stats.dataSize).toBeGreaterThan(300 * 100);
  expect(stats.storageSize).toBeGreaterThan(0);
  expect(stats.indexSize).toBeGreaterThan(0);
  expect(stats.fsTotalSize).toBeGreaterThan(stats.fsUsedSize);
});

embeddedLimit('limit: dbStats estimates from a part of the documents', async () => {
  const database = bench.client.db(`${bench.db.databaseName}_size`);
  const filled = database.collection<{ _id: number; text: string }>('filled');
  await filled.insertMany(Array.from({ length: 500 }, (_, _id) => ({ _id, text: 'x'.repeat(100) })));
  const { dataSize, objects } = await database.command({ dbStats: 1 });
  expect(objects).toBe(500);
  expect(dataSize / 500).toBeGreaterThan(110);
  expect(dataSize / 500).toBeLessThan(180);
  await database.dropDatabase();
});

test('serverStatus reports uptime, connections, memory and the number of commands', async () => {
  const status = await bench.db.admin().serverStatus({ repl: 0 } as never);
  expect(status).toMatchObject({ ok: 1, pid: expect.any(Number), version: expect.stringMatching(/^\d+\.\d+/) });
  expect(status.connections.current).toBeGreaterThan(0);
  expect(status.connections.totalCreated).toBeGreaterThanOrEqual(status.connections.current);
  expect(status.mem.resident).toBeGreaterThan(0);
  const finds = async () => Number((await bench.db.admin().serverStatus()).metrics.commands.find?.total ?? 0);
  const before = await finds();
  await bench.db.collection('counted').findOne({});
  expect(await finds()).toBeGreaterThan(before);
});

const partialIndex = (collection: Collection, partialFilterExpression: Document): Promise<string> =>
  collection.createIndex({ a: 1 }, { partialFilterExpression });

describe('unsupported features', () => {
  const filters: [string, (collection: Collection) => Promise<unknown>][] = [
    ['collation', (collection) => collection.find({}, { collation: { locale: 'en' } }).toArray()],
    ['$where', (collection) => collection.find({ $where: 'true' }).toArray()],
    ['$text', (collection) => collection.find({ $text: { $search: 'x' } }).toArray()],
    ['$near', (collection) => collection.find({ a: { $near: [0, 0] } }).toArray()],
    ['$jsonSchema', (collection) => collection.find({ $jsonSchema: {} }).toArray()],
    ['a text index', (collection) => collection.createIndex({ a: 'text' })],
    ['an index with a collation', (collection) => collection.createIndex({ a: 1 }, { collation: { locale: 'en' } })],
    ['a change stream', (collection) => collection.watch().next()],
    ['a pipeline update', (collection) => collection.updateOne({}, [{ $set: { a: 1 } }])],
    ['$out', (collection) => collection.aggregate([{ $out: 'x' }]).toArray()],
    ['let', (collection) => collection.aggregate([], { let: { x: 1 } }).toArray()],
    ['a capped collection', () => bench.db.createCollection('capped', { capped: true, size: 1000 })],
    ['a validator', () => bench.db.createCollection('validated', { validator: { a: 1 } })],
    ['an unknown option', () => bench.db.command({ ping: 1, surprise: true })],
    ['a tailable cursor', (collection) => collection.find({}, { tailable: true }).toArray()],
    ['read concern snapshot', (collection) => collection.find({}, { readConcern: { level: 'snapshot' } }).toArray()],
    ['an inline regular expression option', (collection) => collection.find({ a: { $regex: '(?i)x' } }).toArray()],
    ['a $natural sort', (collection) => collection.find().sort({ $natural: 1 }).toArray()],
    ['a hidden index', (collection) => collection.createIndex({ a: 1 }, { hidden: true })],
    ['a wildcard index', (collection) => collection.createIndex({ '$**': 1 })],
    ['an array position in an index', (collection) => collection.createIndex({ 'a.0': 1 })],
    ['a partial index with $or', (collection) => partialIndex(collection, { $or: [{ a: 1 }, { b: 1 }] })],
    ['explain of aggregate', (collection) => collection.aggregate([]).explain()],
    ['a timestamp', (collection) => collection.insertOne({ t: new Timestamp({ t: 1, i: 1 }) })],
    ['MaxKey', (collection) => collection.insertOne({ t: new MaxKey() })],
    ['a code value', (collection) => collection.insertOne({ t: new Code('1') })],
    ['a stored regular expression', (collection) => collection.insertOne({ t: /x/ })],
    ['a field name with a dollar', (collection) => collection.insertOne({ t: { $x: 1 } })],
    ['allowDiskUse', (collection) => collection.find({}, { allowDiskUse: true }).toArray()],
    ['showRecordId', (collection) => collection.find({}, { showRecordId: true }).toArray()],
  ];
  embeddedLimit.each(filters)('limit: %s is refused', async (_, run) => {
    const collection = await bench.fill([{ a: 1 }]);
    expect(await limitCodeOf(run(collection))).toEqual(expect.any(Number));
    expect(await collection.countDocuments()).toBe(1);
  });

  embeddedLimit('limit: a transaction is refused with code 115', async () => {
    const collection = await bench.fill([{ a: 1 }]);
    const session = bench.client.startSession();
    session.startTransaction();
    expect(await limitCodeOf(collection.insertOne({ a: 2 }, { session }))).toBe(115);
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
    expect(await collection.countDocuments()).toBe(1);
  });

  test('maxTimeMS ends a long scan', async () => {
    const collection = await bench.fill(Array.from({ length: 20_000 }, (_, n) => ({ n, s: 'x'.repeat(50) })));
    expect(await codeOf(collection.find({ s: /xy/ }, { maxTimeMS: 1 }).toArray())).toBe(50);
  });
});

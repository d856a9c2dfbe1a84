import {
  Binary,
  Code,
  type Collection,
  Decimal128,
  type Document,
  Long,
  MaxKey,
  MongoServerError,
  ObjectId,
  Timestamp,
} from 'mongodb';
import { codeOf, realServer, useServer } from './harness';

const bench = useServer('commands');
const ids = (docs: Document[]): unknown[] => docs.map((doc) => doc._id);
const numbers = (count: number): Document[] =>
  Array.from({ length: count }, (_, index) => ({ n: index, t: index % 3 }));
const embeddedOnly = realServer ? test.skip : test;

/** The index (or COLLSCAN) that a query's winning plan reads. */
async function planOf(
  collection: Collection,
  filter: Document,
  sort: Document = {},
): Promise<{ index: string; stages: string[]; keys: number; docs: number }> {
  const explained = await collection
    .find(filter)
    .sort(sort as never)
    .explain('executionStats');
  const stages: string[] = [];
  let index = '';
  for (let stage = explained.queryPlanner.winningPlan; stage; stage = stage.inputStage) {
    stages.push(stage.stage);
    index = stage.indexName ?? index;
  }
  return {
    index,
    stages,
    keys: explained.executionStats.totalKeysExamined,
    docs: explained.executionStats.totalDocsExamined,
  };
}

describe('sort', () => {
  test('orders types as the manual lists them', async () => {
    const values = [
      true,
      new Date(1),
      new ObjectId(),
      'x',
      { a: 1 },
      5,
      null,
      new Binary(Buffer.from('b')),
      [],
      Decimal128.fromString('2'),
    ];
    const collection = await bench.fill(values.map((a) => ({ a })));
    const expected = [8, 6, 9, 5, 3, 4, 7, 2, 0, 1];
    expect(ids(await collection.find().sort({ a: 1 }).toArray())).toEqual(expected);
    expect(ids(await collection.find().sort({ a: -1 }).toArray())).toEqual([...expected].reverse());
    await collection.createIndex({ a: 1 });
    expect(ids(await collection.find().sort({ a: 1 }).toArray())).toEqual(expected);
    expect(ids(await collection.find().sort({ a: -1 }).toArray())).toEqual([...expected].reverse());
  });

  test('an array sorts by its least element upwards and its greatest downwards', async () => {
    const collection = await bench.fill([{ a: [5, 1] }, { a: 3 }, { a: [2, 4] }]);
    for (const indexed of [false, true]) {
      if (indexed) await collection.createIndex({ a: 1 });
      expect(ids(await collection.find().sort({ a: 1 }).toArray())).toEqual([0, 2, 1]);
      expect(ids(await collection.find().sort({ a: -1 }).toArray())).toEqual([0, 2, 1]);
    }
  });

  test('an array sorts by its least element whatever the query asks of it', async () => {
    const collection = await bench.fill([{ a: [1, 9] }, { a: [5] }]);
    await collection.createIndex({ a: 1 });
    expect(
      ids(
        await collection
          .find({ a: { $gt: 4 } })
          .sort({ a: 1 })
          .toArray(),
      ),
    ).toEqual([0, 1]);
  });

  test('sorts by a dotted path and by two fields', async () => {
    const collection = await bench.fill([
      { a: { b: 2 }, c: 1 },
      { a: { b: 1 }, c: 1 },
      { a: { b: 1 }, c: 0 },
    ]);
    expect(ids(await collection.find().sort({ 'a.b': 1, c: 1 }).toArray())).toEqual([2, 1, 0]);
    expect(ids(await collection.find().sort({ 'a.b': 1, c: -1 }).toArray())).toEqual([1, 2, 0]);
  });

  test('missing sorts as null, below numbers', async () => {
    const collection = await bench.fill([{ a: 1 }, {}, { a: -1 }]);
    expect(ids(await collection.find().sort({ a: 1 }).toArray())).toEqual([1, 2, 0]);
  });

  test('a bad direction is refused', async () => {
    const collection = await bench.fill([{}]);
    expect(await codeOf(bench.db.command({ find: collection.collectionName, sort: { a: 2 } }))).toBe(2);
  });
});

describe('find', () => {
  test('skip, limit and a negative-free default', async () => {
    const collection = await bench.fill(numbers(10));
    expect(ids(await collection.find().sort({ n: 1 }).skip(3).limit(2).toArray())).toEqual([3, 4]);
    expect(await collection.find().skip(20).toArray()).toEqual([]);
  });

  const doc = {
    _id: 1,
    a: 1,
    b: { c: 2, d: 3 },
    l: [1, 2, 3, 4],
    o: [
      { k: 1, v: 1 },
      { k: 2, v: 2 },
    ],
  };
  const projections: [Document, Document][] = [
    [{ a: 1 }, { _id: 1, a: 1 }],
    [{ a: 1, _id: 0 }, { a: 1 }],
    [
      { a: 0, l: 0, o: 0 },
      { _id: 1, b: doc.b },
    ],
    [{ 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
    [
      { 'b.c': 0, l: 0, o: 0, a: 0 },
      { _id: 1, b: { d: 3 } },
    ],
    [{ 'o.k': 1 }, { _id: 1, o: [{ k: 1 }, { k: 2 }] }],
    [{ _id: 1 }, { _id: 1 }],
    [{ 'a.b': 1 }, { _id: 1 }],
  ];
  test.each(projections)('projection %j', async (projection, expected) => {
    const collection = await bench.fill([doc]);
    expect(await collection.findOne({}, { projection })).toEqual(expected);
  });

  test.each([
    { l: { $slice: 1 } },
    { o: { $elemMatch: { k: 2 } } },
    { 'o.$': 1 },
    { x: { $add: ['$a', 1] } },
    { x: 'text' },
  ])('the projection %j is refused', async (projection) => {
    const collection = await bench.fill([doc]);
    expect(await codeOf(collection.findOne({ l: 1 }, { projection: projection as Document }))).toBe(238);
  });

  test('a mixed projection is refused', async () => {
    const collection = await bench.fill([doc]);
    expect(await codeOf(collection.findOne({}, { projection: { a: 1, b: 0 } }))).toBe(31254);
    expect(await codeOf(collection.findOne({}, { projection: { a: 0, b: 1 } }))).toBe(31253);
  });

  test('a cursor reads on in batches, and is gone when it is closed', async () => {
    const collection = await bench.fill(numbers(1000));
    const cursor = collection.find().sort({ n: 1 }).batchSize(7);
    let sum = 0;
    for await (const row of cursor) sum += row.n;
    expect(sum).toBe((999 * 1000) / 2);
    const open = await bench.db.command({ find: collection.collectionName, batchSize: 2 });
    expect(open.cursor.firstBatch).toHaveLength(2);
    const id = Long.fromBigInt(BigInt(open.cursor.id));
    expect(
      (await bench.db.command({ killCursors: collection.collectionName, cursors: [id] })).cursorsKilled,
    ).toHaveLength(1);
    expect(await codeOf(bench.db.command({ getMore: id, collection: collection.collectionName }))).toBe(43);
  });

  test('batchSize 0 opens a cursor without documents; singleBatch opens none', async () => {
    const collection = await bench.fill(numbers(3));
    const open = await bench.db.command({ find: collection.collectionName, batchSize: 0 });
    expect(open.cursor.firstBatch).toEqual([]);
    expect(open.cursor.id).not.toBe(0);
    const single = await bench.db.command({ find: collection.collectionName, batchSize: 1, singleBatch: true });
    expect(Number(single.cursor.id)).toBe(0);
  });

  test('a cursor goes on while documents before it are deleted', async () => {
    const collection = await bench.fill(numbers(300));
    const cursor = collection.find().batchSize(10);
    await cursor.next();
    await collection.deleteMany({ n: { $lt: 100 } });
    const rest = await cursor.toArray();
    expect(rest.filter((row) => row.n >= 100)).toHaveLength(200);
  });

  test('a collection that does not exist is empty', async () => {
    expect(await bench.db.collection('nowhere').find().toArray()).toEqual([]);
    expect(await bench.db.collection('nowhere').countDocuments()).toBe(0);
  });

  test('documents larger than a batch arrive', async () => {
    const collection = await bench.fill(Array.from({ length: 5 }, () => ({ a: 'x'.repeat(6_000_000) })));
    expect(await collection.find().toArray()).toHaveLength(5);
  });
});

describe('insert', () => {
  test('makes an _id and puts it first', async () => {
    const collection = await bench.fill([]);
    await bench.db.command({ insert: collection.collectionName, documents: [{ a: 1, _id: 5 }, { a: 2 }] });
    const [one, two] = await collection.find().toArray();
    expect(Object.keys(one!)).toEqual(['_id', 'a']);
    expect(two!._id).toBeInstanceOf(ObjectId);
  });

  test('a duplicate _id names index, pattern and value', async () => {
    const collection = await bench.fill([{ _id: 1 }]);
    const error = await collection.insertOne({ _id: 1 as never }).catch((each: MongoServerError) => each);
    expect(error).toBeInstanceOf(MongoServerError);
    expect(error).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } });
    expect((error as Error).message).toContain(
      `E11000 duplicate key error collection: ${collection.namespace} index: _id_ dup key: { _id: 1 }`,
    );
  });

  test('ordered stops at the first error, unordered goes on', async () => {
    const first = await bench.fill([{ _id: 1 }]);
    const docs = [{ _id: 0 }, { _id: 1 }, { _id: 2 }] as never[];
    expect(await first.insertMany(docs).catch((error) => error.result.insertedCount)).toBe(1);
    const second = await bench.fill([{ _id: 1 }]);
    expect(await second.insertMany(docs, { ordered: false }).catch((error) => error.result.insertedCount)).toBe(2);
  });

  const refusedIds: [string, unknown][] = [
    ['an array', [1]],
    ['a regular expression', /x/],
  ];
  test.each(refusedIds)('%s as _id is refused', async (_, _id) => {
    const collection = await bench.fill([]);
    expect(await codeOf(collection.insertOne({ _id } as never))).toBe(53);
  });

  test('equal numbers of different types are one _id', async () => {
    const collection = await bench.fill([{ _id: 1 }]);
    expect(await codeOf(collection.insertOne({ _id: Long.fromNumber(1) } as never))).toBe(11000);
  });

  test('unusual strings and names come back unchanged', async () => {
    const doc = {
      _id: 1,
      '\u{1F600}': 'emoji',
      'a b': '\u05e9\u05dc\u05d5\u05dd',
      'x\u0001': '\u0000nul',
      constructor: 1,
      toString: 2,
    };
    const collection = await bench.fill([doc]);
    expect(await collection.findOne({ constructor: 1 })).toEqual(doc);
  });
});

describe('delete, count, distinct', () => {
  test('deleteOne takes one, deleteMany all', async () => {
    const collection = await bench.fill(numbers(9));
    expect((await collection.deleteOne({ t: 1 })).deletedCount).toBe(1);
    expect((await collection.deleteMany({ t: 1 })).deletedCount).toBe(2);
    expect((await collection.deleteMany({})).deletedCount).toBe(6);
    expect(await collection.estimatedDocumentCount()).toBe(0);
  });

  test('count with skip, limit and a filter', async () => {
    const collection = await bench.fill(numbers(30));
    expect(await collection.countDocuments({ t: 1 })).toBe(10);
    expect(await collection.countDocuments({ t: 1 }, { limit: 4 })).toBe(4);
    expect(await collection.countDocuments({ t: 1 }, { skip: 7 })).toBe(3);
    expect((await bench.db.command({ count: collection.collectionName, query: { t: 1 }, skip: 7, limit: 2 })).n).toBe(
      2,
    );
  });

  test('distinct flattens arrays, keeps one of equal numbers and sorts', async () => {
    const collection = await bench.fill([
      { a: 2 },
      { a: [1, 2] },
      { a: Long.fromNumber(2) },
      {},
      { a: null },
      { a: 'x' },
    ]);
    expect(await collection.distinct('a')).toEqual([null, 1, 2, 'x']);
    expect(await collection.distinct('a', { a: { $type: 'string' } })).toEqual(['x']);
  });

  test('distinct of a path in an array of documents', async () => {
    const collection = await bench.fill([{ a: [{ b: 1 }, { b: 2 }] }, { a: { b: 3 } }]);
    expect(await collection.distinct('a.b')).toEqual([1, 2, 3]);
  });
});

describe('findAndModify', () => {
  test('answers the document before, or after', async () => {
    const collection = await bench.fill([{ a: 1 }]);
    expect(await collection.findOneAndUpdate({}, { $inc: { a: 1 } })).toEqual({ _id: 0, a: 1 });
    expect(await collection.findOneAndUpdate({}, { $inc: { a: 1 } }, { returnDocument: 'after' })).toEqual({
      _id: 0,
      a: 3,
    });
  });

  test('takes the first of a sort', async () => {
    const collection = await bench.fill(numbers(5));
    expect(
      await collection.findOneAndUpdate({}, { $set: { x: 1 } }, { sort: { n: -1 }, projection: { _id: 1 } }),
    ).toEqual({ _id: 4 });
    expect(await collection.findOneAndDelete({}, { sort: { n: 1 } })).toMatchObject({ _id: 0 });
    expect(await collection.countDocuments()).toBe(4);
  });

  test('upserts', async () => {
    const collection = await bench.fill([]);
    expect(await collection.findOneAndUpdate({ _id: 7 as never }, { $set: { a: 1 } }, { upsert: true })).toBeNull();
    expect(
      await collection.findOneAndUpdate(
        { _id: 8 as never },
        { $set: { a: 1 } },
        { upsert: true, returnDocument: 'after' },
      ),
    ).toEqual({ _id: 8, a: 1 });
    const reply = await bench.db.command({
      findAndModify: collection.collectionName,
      query: { _id: 9 },
      update: { $set: { a: 1 } },
      upsert: true,
    });
    expect(reply.lastErrorObject).toEqual({ n: 1, updatedExisting: false, upserted: 9 });
  });

  test('replaces', async () => {
    const collection = await bench.fill([{ a: 1, b: 2 }]);
    expect(await collection.findOneAndReplace({ a: 1 }, { c: 3 }, { returnDocument: 'after' })).toEqual({
      _id: 0,
      c: 3,
    });
  });

  test('finds nothing', async () => {
    const collection = await bench.fill([{ a: 1 }]);
    expect(await collection.findOneAndUpdate({ a: 9 }, { $set: { b: 1 } })).toBeNull();
    expect(await collection.findOneAndDelete({ a: 9 })).toBeNull();
  });

  test('positional update', async () => {
    const collection = await bench.fill([
      {
        a: [
          { k: 1, v: 0 },
          { k: 2, v: 0 },
        ],
      },
    ]);
    const found = await collection.findOneAndUpdate(
      { 'a.k': 2 },
      { $set: { 'a.$.v': 5 } },
      { returnDocument: 'after' },
    );
    expect(found!.a[1]).toEqual({ k: 2, v: 5 });
  });

  test('remove and update together are refused', async () => {
    expect(await codeOf(bench.db.command({ findAndModify: 'x', remove: true, update: { $set: { a: 1 } } }))).toBe(9);
  });

  test('a hundred increments at once all count', async () => {
    const collection = await bench.fill([{ a: 0 }]);
    const seen = await Promise.all(
      Array.from({ length: 100 }, () => collection.findOneAndUpdate({ _id: 0 as never }, { $inc: { a: 1 } })),
    );
    expect(new Set(seen.map((each) => each!.a)).size).toBe(100);
  });

  test('twenty upserts of one key at once make one document', async () => {
    const collection = await bench.fill([]);
    await collection.createIndex({ email: 1 }, { unique: true });
    await Promise.all(
      Array.from({ length: 20 }, () => collection.updateOne({ email: 'x' }, { $inc: { n: 1 } }, { upsert: true })),
    );
    expect(await collection.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ email: 'x', n: 20 }]);
  });
});

describe('indexes', () => {
  test('a unique index refuses a second value, also null twice', async () => {
    const collection = await bench.fill([{ a: 1 }, {}]);
    await collection.createIndex({ a: 1 }, { unique: true });
    expect(await codeOf(collection.insertOne({ a: 1 }))).toBe(11000);
    expect(await codeOf(collection.insertOne({ b: 1 }))).toBe(11000);
    expect(await codeOf(collection.updateOne({ _id: 1 as never }, { $set: { a: 1 } }))).toBe(11000);
    await collection.insertOne({ a: 2 });
  });

  test('a unique index over duplicates is not made', async () => {
    const collection = await bench.fill([{ a: 1 }, { a: 1 }]);
    expect(await codeOf(collection.createIndex({ a: 1 }, { unique: true }))).toBe(11000);
    expect(await collection.indexes()).toHaveLength(1);
  });

  test('a unique multikey index counts elements across documents, not within one', async () => {
    const collection = await bench.fill([{ a: [1, 1, 2] }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    const error = await collection.insertOne({ a: [3, 2] }).catch((each) => each);
    expect(error).toMatchObject({ code: 11000, keyValue: { a: 2 } });
    await collection.insertOne({ a: [3, 4] });
  });

  test('a compound unique index', async () => {
    const collection = await bench.fill([{ a: 1, b: 1 }]);
    await collection.createIndex({ a: 1, b: -1 }, { unique: true });
    await collection.insertOne({ a: 1, b: 2 });
    const error = await collection.insertOne({ a: 1, b: 2 }).catch((each) => each);
    expect(error).toMatchObject({ code: 11000, keyPattern: { a: 1, b: -1 }, keyValue: { a: 1, b: 2 } });
  });

  test('a sparse unique index leaves missing fields alone', async () => {
    const collection = await bench.fill([{}, {}, { a: 1 }]);
    await collection.createIndex({ a: 1 }, { unique: true, sparse: true });
    await collection.insertOne({ b: 1 });
    expect(await codeOf(collection.insertOne({ a: 1 }))).toBe(11000);
    expect(await collection.countDocuments({ a: null })).toBe(3);
    expect(ids(await collection.find().sort({ a: -1 }).limit(1).toArray())).toEqual([2]);
    expect(await collection.find().sort({ a: 1 }).toArray()).toHaveLength(4);
  });

  test('a partial unique index binds only what it covers', async () => {
    const collection = await bench.fill([
      { e: 'x', d: null },
      { e: 'x', d: 1 },
    ]);
    await collection.createIndex({ e: 1 }, { unique: true, partialFilterExpression: { d: null } });
    await collection.insertOne({ e: 'x', d: 2 });
    expect(await codeOf(collection.insertOne({ e: 'x' }))).toBe(11000);
    await collection.updateOne({ e: 'x', d: null }, { $set: { d: 3 } });
    await collection.insertOne({ e: 'x' });
    expect(await codeOf(collection.updateOne({ d: 1 }, { $unset: { d: 1 } }))).toBe(11000);
    expect(await collection.countDocuments({ e: 'x' })).toBe(4);
  });

  test('a partial index serves only queries that imply its filter', async () => {
    const collection = await bench.fill(numbers(60));
    await collection.createIndex({ n: 1 }, { partialFilterExpression: { t: 1 }, name: 'part' });
    expect((await planOf(collection, { n: 4, t: 1 })).index).toBe('part');
    expect((await planOf(collection, { n: 4 })).stages).toContain('COLLSCAN');
    expect(ids(await collection.find({ n: { $lt: 3 } }).toArray())).toEqual([0, 1, 2]);
    await collection.createIndex({ t: 1 }, { partialFilterExpression: { n: { $gt: 10 } }, name: 'range' });
    expect((await planOf(collection, { t: 2, n: { $gte: 20 } })).index).toBe('range');
    expect((await planOf(collection, { t: 2, n: { $gte: 5 } })).index).not.toBe('range');
  });

  test('parallel arrays are refused', async () => {
    const collection = await bench.fill([]);
    await collection.createIndex({ a: 1, b: 1 });
    expect(await codeOf(collection.insertOne({ a: [1], b: [2] }))).toBe(171);
    await collection.insertOne({ a: [1, 2], b: 3 });
    expect(await collection.countDocuments({ a: 2, b: 3 })).toBe(1);
  });

  test('listIndexes, dropIndex and conflicts', async () => {
    const collection = await bench.fill([]);
    await collection.createIndex({ a: 1, b: -1 }, { unique: true });
    await collection.createIndex({ a: 1, b: -1 }, { unique: true });
    expect(await collection.indexes()).toMatchObject([
      { name: '_id_', key: { _id: 1 } },
      { name: 'a_1_b_-1', key: { a: 1, b: -1 }, unique: true },
    ]);
    expect(await codeOf(collection.createIndex({ c: 1 }, { name: 'a_1_b_-1' }))).toBe(86);
    expect(await codeOf(collection.createIndex({ a: 1, b: -1 }, { name: 'a_1_b_-1' }))).toBe(86);
    expect(await codeOf(collection.createIndex({ a: 1, b: -1 }, { unique: true, name: 'other' }))).toBe(85);
    await collection.dropIndex('a_1_b_-1');
    expect(await codeOf(collection.dropIndex('a_1_b_-1'))).toBe(27);
    expect(await codeOf(collection.dropIndex('_id_'))).toBe(72);
    expect(await codeOf(bench.db.collection('nowhere').indexes())).toBe(26);
  });

  const badIndexes: [string, Document, Document, number][] = [
    ['an empty key', {}, {}, 67],
    ['a direction of 0', { a: 0 }, {}, 67],
    ['a negative time to live', { a: 1 }, { expireAfterSeconds: -1 }, 67],
    ['a compound time to live', { a: 1, b: 1 }, { expireAfterSeconds: 1 }, 67],
    ['sparse and partial', { a: 1 }, { sparse: true, partialFilterExpression: { a: 1 } }, 67],
    ['a partial filter with $ne', { a: 1 }, { partialFilterExpression: { a: { $ne: 1 } } }, 67],
  ];
  test.each(badIndexes)('%s is refused', async (_, key, options, code) => {
    const collection = await bench.fill([]);
    expect(
      await codeOf(
        bench.db.command({ createIndexes: collection.collectionName, indexes: [{ key, name: 'x', ...options }] }),
      ),
    ).toBe(code);
  });

  const plans: [string, Document, Document, string][] = [
    ['equality', { n: 5 }, {}, 'n_1'],
    ['a range', { n: { $gt: 190 } }, {}, 'n_1'],
    ['$in', { n: { $in: [1, 2, 3] } }, {}, 'n_1'],
    ['an anchored regular expression', { s: /^s19/ }, {}, 's_1'],
    ['$all', { l: { $all: ['even', 'n7'] } }, {}, 'l_1'],
    ['equality and a sort', { t: 1 }, { n: -1 }, 't_1_n_1'],
    ['$or on one path', { $or: [{ n: 5 }, { n: { $gt: 195 } }] }, {}, 'n_1'],
  ];
  test.each(plans)('%s uses its index', async (_, filter, sort, index) => {
    const collection = await bench.fill(
      Array.from({ length: 200 }, (_each, n) => ({
        n,
        t: n % 3,
        s: `s${n}`,
        l: [n % 2 ? 'odd' : 'even', `n${n % 10}`, `n${(n + 5) % 10}`],
      })),
    );
    for (const key of [{ n: 1 }, { s: 1 }, { l: 1 }, { t: 1, n: 1 }] as const)
      await collection.createIndex(key as never);
    const expected = ids(
      await collection
        .find(filter)
        .hint({ $natural: 1 })
        .toArray()
        .catch(() => []),
    ).length;
    const plan = await planOf(collection, filter, sort);
    expect(plan.stages).not.toContain('COLLSCAN');
    expect(plan.stages).not.toContain('SORT');
    if (index) expect(plan.index).toBe(index);
    expect(plan.docs).toBeLessThan(110);
    expect(expected).toBeLessThan(200);
  });

  test('an index sorts both ways, and a limit reads no more than it needs', async () => {
    const collection = await bench.fill(numbers(500));
    await collection.createIndex({ n: 1 });
    const explained = await collection
      .find({ t: { $gte: 0 } })
      .sort({ n: -1 })
      .limit(5)
      .explain('executionStats');
    expect(explained.executionStats.totalDocsExamined).toBe(5);
    expect(
      ids(
        await collection
          .find({ n: { $lt: 100 } })
          .sort({ n: -1 })
          .limit(2)
          .toArray(),
      ),
    ).toEqual([99, 98]);
  });

  test('a count reads keys only', async () => {
    const collection = await bench.fill(numbers(300));
    await collection.createIndex({ t: 1 });
    const { executionStats } = await bench.db.command({
      explain: { count: collection.collectionName, query: { t: 1 } },
    });
    expect(executionStats.totalDocsExamined).toBe(0);
    expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(101);
  });

  test('a hint is followed, an unknown one refused', async () => {
    const collection = await bench.fill(numbers(10));
    await collection.createIndex({ n: 1 });
    expect(await collection.find({ t: 1 }).hint({ n: 1 }).toArray()).toHaveLength(3);
    expect(await codeOf(collection.find({}).hint('nope').toArray())).toBe(2);
  });

  test('keys too long for the store are refused, and queries for such values find nothing', async () => {
    const long = (end: string): string => 'x'.repeat(5000) + end;
    const collection = await bench.fill([{ a: 'short' }]);
    await collection.createIndex({ a: 1 });
    expect(await codeOf(collection.insertOne({ a: long('a') }))).toBe(17280);
    expect(await codeOf(collection.updateOne({}, { $set: { a: long('a') } }))).toBe(17280);
    expect(await collection.countDocuments({ a: long('a') })).toBe(0);
    expect(await collection.countDocuments({ a: { $lt: long('a') } })).toBe(1);
    expect(await collection.countDocuments({ a: { $gt: long('a') } })).toBe(0);
    const unindexed = await bench.fill([{ a: long('b') }, { a: long('a') }]);
    expect(ids(await unindexed.find({ a: { $gte: long('b') } }).toArray())).toEqual([0]);
    expect(await codeOf(unindexed.createIndex({ a: 1 }))).toBe(17280);
    expect(await unindexed.indexes()).toHaveLength(1);
  });

  test('a prefix bounds the first field of a compound index only', async () => {
    const collection = await bench.fill(['ab', 'abc', 'abcd', 'b'].map((s, n) => ({ s, n: n % 2 })));
    await collection.createIndex({ s: 1, n: 1 });
    expect(ids(await collection.find({ s: /^ab/, n: 1 }).toArray())).toEqual([1]);
    expect(ids(await collection.find({ s: /^abc/, n: 0 }).toArray())).toEqual([2]);
  });
});

describe('catalog', () => {
  test('create, list and drop a collection', async () => {
    await bench.db.createCollection('made');
    expect((await bench.db.listCollections({ name: 'made' }).toArray()).map((each) => each.name)).toEqual(['made']);
    expect(await bench.db.dropCollection('made')).toBe(true);
    expect(await bench.db.listCollections({ name: 'made' }).toArray()).toEqual([]);
  });

  test('a dropped collection comes back empty', async () => {
    const collection = await bench.fill(numbers(50));
    await collection.createIndex({ n: 1 });
    await collection.drop();
    expect(await collection.countDocuments()).toBe(0);
    await collection.insertOne({ n: 1 });
    expect(await collection.find({ n: 1 }).toArray()).toHaveLength(1);
    expect(await collection.indexes()).toHaveLength(1);
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

  test('ping, buildInfo, hello and an unknown command', async () => {
    expect((await bench.db.command({ ping: 1 })).ok).toBe(1);
    expect((await bench.db.command({ buildInfo: 1 })).version).toMatch(/^\d+\.\d+/);
    expect((await bench.db.command({ hello: 1 })).isWritablePrimary).toBe(true);
    expect(await codeOf(bench.db.command({ fooBar: 1 }))).toBe(59);
  });
});

const partialIndex = (collection: Collection, partialFilterExpression: Document): Promise<string> =>
  collection.createIndex({ a: 1 }, { partialFilterExpression });

describe('what is not supported is refused', () => {
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
    ['code', (collection) => collection.insertOne({ t: new Code('1') })],
    ['a stored regular expression', (collection) => collection.insertOne({ t: /x/ })],
    ['a field name with a dollar', (collection) => collection.insertOne({ t: { $x: 1 } })],
    ['allowDiskUse', (collection) => collection.find({}, { allowDiskUse: true }).toArray()],
    ['showRecordId', (collection) => collection.find({}, { showRecordId: true }).toArray()],
    ['listDatabases', () => bench.client.db().admin().listDatabases()],
    ['renameCollection', (collection) => collection.rename('other')],
  ];
  (realServer ? test.skip : test).each(filters)('%s', async (_, run) => {
    const collection = await bench.fill([{ a: 1 }]);
    expect(await codeOf(run(collection))).toEqual(expect.any(Number));
    expect(await collection.countDocuments()).toBe(1);
  });

  embeddedOnly('a transaction, with a code the driver leaves alone', async () => {
    const collection = await bench.fill([{ a: 1 }]);
    const session = bench.client.startSession();
    session.startTransaction();
    expect(await codeOf(collection.insertOne({ a: 2 }, { session }))).toBe(115);
    await session.abortTransaction().catch(() => undefined);
    await session.endSession();
    expect(await collection.countDocuments()).toBe(1);
  });

  test('maxTimeMS ends a long scan', async () => {
    const collection = await bench.fill(Array.from({ length: 20_000 }, (_, n) => ({ n, s: 'x'.repeat(50) })));
    expect(await codeOf(collection.find({ s: /xy/ }, { maxTimeMS: 1 }).toArray())).toBe(50);
  });
});

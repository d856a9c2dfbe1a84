import { type Collection, type Document } from 'mongodb';
import { codeOf, embeddedLimit, limitCodeOf, useServer } from './harness';

const bench = useServer('indexes');
const ids = (docs: Document[]): unknown[] => docs.map((doc) => doc._id);
const numbers = (count: number): Document[] =>
  Array.from({ length: count }, (_, index) => ({ n: index, t: index % 3 }));

/** Explains a query: its index, its stages, and the number of keys and documents examined. */
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

describe('indexes', () => {
  test('a unique index refuses a duplicate value, and a second document without the field', async () => {
    const collection = await bench.fill([{ a: 1 }, {}]);
    await collection.createIndex({ a: 1 }, { unique: true });
    expect(await codeOf(collection.insertOne({ a: 1 }))).toBe(11000);
    expect(await codeOf(collection.insertOne({ b: 1 }))).toBe(11000);
    expect(await codeOf(collection.updateOne({ _id: 1 as never }, { $set: { a: 1 } }))).toBe(11000);
    await collection.insertOne({ a: 2 });
  });

  test('a unique index is not created over duplicates', async () => {
    const collection = await bench.fill([{ a: 1 }, { a: 1 }]);
    expect(await codeOf(collection.createIndex({ a: 1 }, { unique: true }))).toBe(11000);
    expect(await collection.indexes()).toHaveLength(1);
  });

  test('several indexes of one command are created together, and none if one fails', async () => {
    const collection = await bench.fill(numbers(120));
    const [byNumber, byThird] = [
      { key: { n: 1 }, name: 'by number', unique: true },
      { key: { t: 1 }, name: 'by third' },
    ] as const;
    const failing = [byThird, byNumber, { key: { t: -1 }, name: 'unique third', unique: true }] as const;
    expect(await codeOf(collection.createIndexes([...failing]))).toBe(11000);
    expect(await collection.indexes()).toHaveLength(1);
    await collection.createIndexes([byThird, byNumber]);
    expect((await collection.indexes()).map(({ name }) => name)).toEqual(['_id_', 'by third', 'by number']);
    expect(await planOf(collection, { t: 1 })).toMatchObject({ index: 'by third', keys: 40, docs: 40 });
    expect(await planOf(collection, { n: 7 })).toMatchObject({ index: 'by number', keys: 1, docs: 1 });
    expect(await codeOf(collection.insertOne({ n: 7 }))).toBe(11000);
  });

  test('a unique multikey index counts elements across documents, not within one', async () => {
    const collection = await bench.fill([{ a: [1, 1, 2] }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    const error = await collection.insertOne({ a: [3, 2] }).catch((each) => each);
    expect(error).toMatchObject({ code: 11000, keyValue: { a: 2 } });
    await collection.insertOne({ a: [3, 4] });
  });

  test('a compound unique index refuses only duplicates of all its fields', async () => {
    const collection = await bench.fill([{ a: 1, b: 1 }]);
    await collection.createIndex({ a: 1, b: -1 }, { unique: true });
    await collection.insertOne({ a: 1, b: 2 });
    const error = await collection.insertOne({ a: 1, b: 2 }).catch((each) => each);
    expect(error).toMatchObject({ code: 11000, keyPattern: { a: 1, b: -1 }, keyValue: { a: 1, b: 2 } });
  });

  test('a sparse unique index allows many documents without the field', async () => {
    const collection = await bench.fill([{}, {}, { a: 1 }]);
    await collection.createIndex({ a: 1 }, { unique: true, sparse: true });
    await collection.insertOne({ b: 1 });
    expect(await codeOf(collection.insertOne({ a: 1 }))).toBe(11000);
    expect(await collection.countDocuments({ a: null })).toBe(3);
    expect(ids(await collection.find().sort({ a: -1 }).limit(1).toArray())).toEqual([2]);
    expect(await collection.find().sort({ a: 1 }).toArray()).toHaveLength(4);
  });

  test('a partial unique index applies only to documents that match its filter', async () => {
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

  test('a compound index refuses documents with arrays in two of its fields', async () => {
    const collection = await bench.fill([]);
    await collection.createIndex({ a: 1, b: 1 });
    expect(await codeOf(collection.insertOne({ a: [1], b: [2] }))).toBe(171);
    await collection.insertOne({ a: [1, 2], b: 3 });
    expect(await collection.countDocuments({ a: 2, b: 3 })).toBe(1);
  });

  test('indexes are listed and dropped, and conflicting definitions are refused', async () => {
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
  test.each(badIndexes)('an index with %s is refused', async (_, key, options, code) => {
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
  test.each(plans)('a query with %s uses its index', async (_, filter, sort, index) => {
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

  test('an index serves both sort directions, and a limited query examines only its results', async () => {
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

  test('a list of ids is looked up, without counting the keys of another index', async () => {
    const collection = await bench.fill(numbers(100));
    await collection.createIndex({ t: 1 });
    const filter = { _id: { $in: [0, 1, 2] as never[] }, t: 7 };
    expect(await planOf(collection, filter)).toMatchObject({ index: '_id_', docs: 3 });
    expect(await collection.countDocuments(filter)).toBe(0);
  });

  test('a count by an indexed field examines keys only', async () => {
    const collection = await bench.fill(numbers(300));
    await collection.createIndex({ t: 1 });
    const { executionStats } = await bench.db.command({
      explain: { count: collection.collectionName, query: { t: 1 } },
    });
    expect(executionStats.totalDocsExamined).toBe(0);
    expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(101);
  });

  test('a hint is followed, and an unknown hint is refused', async () => {
    const collection = await bench.fill(numbers(10));
    await collection.createIndex({ n: 1 });
    expect(await collection.find({ t: 1 }).hint({ n: 1 }).toArray()).toHaveLength(3);
    expect(await codeOf(collection.find({}).hint('nope').toArray())).toBe(2);
  });

  embeddedLimit(
    'limit: keys too long for the store are refused, and queries for such values find nothing',
    async () => {
      const long = (end: string): string => 'x'.repeat(5000) + end;
      const collection = await bench.fill([{ a: 'short' }]);
      await collection.createIndex({ a: 1 });
      expect(await limitCodeOf(collection.insertOne({ a: long('a') }))).toBe(17280);
      expect(await limitCodeOf(collection.updateOne({}, { $set: { a: long('a') } }))).toBe(17280);
      expect(await collection.countDocuments({ a: long('a') })).toBe(0);
      expect(await collection.countDocuments({ a: { $lt: long('a') } })).toBe(1);
      expect(await collection.countDocuments({ a: { $gt: long('a') } })).toBe(0);
      const unindexed = await bench.fill([{ a: long('b') }, { a: long('a') }]);
      expect(ids(await unindexed.find({ a: { $gte: long('b') } }).toArray())).toEqual([0]);
      expect(await limitCodeOf(unindexed.createIndex({ a: 1 }))).toBe(17280);
      expect(await unindexed.indexes()).toHaveLength(1);
    },
  );

  test('a prefix expression and an equality on a compound index find exactly their documents', async () => {
    const collection = await bench.fill(['ab', 'abc', 'abcd', 'b'].map((s, n) => ({ s, n: n % 2 })));
    await collection.createIndex({ s: 1, n: 1 });
    expect(ids(await collection.find({ s: /^ab/, n: 1 }).toArray())).toEqual([1]);
    expect(ids(await collection.find({ s: /^abc/, n: 0 }).toArray())).toEqual([2]);
  });
});

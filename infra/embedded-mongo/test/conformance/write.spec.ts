import { type Document, Long, MongoServerError, ObjectId } from 'mongodb';
import { codeOf, useServer } from './harness';

const bench = useServer('write');
const numbers = (count: number): Document[] =>
  Array.from({ length: count }, (_, index) => ({ n: index, t: index % 3 }));

describe('insert', () => {
  test('creates a missing _id and stores the _id as the first field', async () => {
    const collection = await bench.fill([]);
    await bench.db.command({ insert: collection.collectionName, documents: [{ a: 1, _id: 5 }, { a: 2 }] });
    const [one, two] = await collection.find().toArray();
    expect(Object.keys(one!)).toEqual(['_id', 'a']);
    expect(two!._id).toBeInstanceOf(ObjectId);
  });

  test('the error for a duplicate _id names the index, the key pattern and the value', async () => {
    const collection = await bench.fill([{ _id: 1 }]);
    const error = await collection.insertOne({ _id: 1 as never }).catch((each: MongoServerError) => each);
    expect(error).toBeInstanceOf(MongoServerError);
    expect(error).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } });
    expect((error as Error).message).toContain(
      `E11000 duplicate key error collection: ${collection.namespace} index: _id_ dup key: { _id: 1 }`,
    );
  });

  test('an ordered insert stops at the first error, and an unordered one continues', async () => {
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
  test.each(refusedIds)('%s as the _id of an insert is refused', async (_, _id) => {
    const collection = await bench.fill([]);
    expect(await codeOf(collection.insertOne({ _id } as never))).toBe(2);
  });

  test('an array as the _id of an upsert is refused', async () => {
    const collection = await bench.fill([]);
    const upsert = collection.updateOne({ a: 1 }, { $set: { _id: [1] as never } }, { upsert: true });
    expect(await codeOf(upsert)).toBe(53);
  });

  test('an _id equal to a number of another type is a duplicate', async () => {
    const collection = await bench.fill([{ _id: 1 }]);
    expect(await codeOf(collection.insertOne({ _id: Long.fromNumber(1) } as never))).toBe(11000);
  });

  test('unusual strings and field names are stored unchanged', async () => {
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
  test('deleteOne deletes one match, and deleteMany deletes all', async () => {
    const collection = await bench.fill(numbers(9));
    expect((await collection.deleteOne({ t: 1 })).deletedCount).toBe(1);
    expect((await collection.deleteMany({ t: 1 })).deletedCount).toBe(2);
    expect((await collection.deleteMany({})).deletedCount).toBe(6);
    expect(await collection.estimatedDocumentCount()).toBe(0);
  });

  test('count applies filter, skip and limit', async () => {
    const collection = await bench.fill(numbers(30));
    expect(await collection.countDocuments({ t: 1 })).toBe(10);
    expect(await collection.countDocuments({ t: 1 }, { limit: 4 })).toBe(4);
    expect(await collection.countDocuments({ t: 1 }, { skip: 7 })).toBe(3);
    expect((await bench.db.command({ count: collection.collectionName, query: { t: 1 }, skip: 7, limit: 2 })).n).toBe(
      2,
    );
  });

  test('distinct flattens arrays, merges equal numbers of different types, and sorts', async () => {
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

  test('distinct reads a path in an array of documents', async () => {
    const collection = await bench.fill([{ a: [{ b: 1 }, { b: 2 }] }, { a: { b: 3 } }]);
    expect(await collection.distinct('a.b')).toEqual([1, 2, 3]);
  });
});

describe('distinct by an index', () => {
  const mixed = [
    ...[
      { a: 1, b: 2 },
      { a: 1, b: 'x' },
      { a: 1, b: 2 },
      { a: 1, b: Long.fromNumber(7) },
    ],
    ...[{ a: 1 }, { a: 1, b: { c: 1 } }, { a: 1, b: '' }, { a: 2, b: 'other' }, { a: 1, b: 'deleted', c: 1 }],
  ];

  test.each([1, -1] as const)(
    'reads each value once in direction %i, and no value for a missing field',
    async (way) => {
      const collection = await bench.fill(mixed);
      await collection.createIndex({ a: 1, b: way });
      const values = [2, 7, '', 'deleted', 'x', { c: 1 }];
      expect(await collection.distinct('b', { a: 1 })).toEqual(values);
      await collection.insertOne({ a: 1, b: null });
      expect(await collection.distinct('b', { a: 1 })).toEqual([null, ...values]);
    },
  );

  test('by a partial index excludes other documents', async () => {
    const collection = await bench.fill(mixed);
    await collection.createIndex({ a: 1, b: 1 }, { partialFilterExpression: { c: null } });
    expect(await collection.distinct('b', { a: 1, c: null })).toEqual([2, 7, '', 'x', { c: 1 }]);
    expect(await collection.distinct('b', { a: 1 })).toContain('deleted');
  });

  test('by an index whose first field it is needs no filter', async () => {
    const collection = await bench.fill(mixed);
    await collection.createIndex({ a: 1 });
    expect(await collection.distinct('a')).toEqual([1, 2]);
  });

  test('of a path with arrays returns all elements of matches', async () => {
    const collection = await bench.fill([
      { a: 1, b: [1, 2] },
      { a: 1, b: [] },
      { a: 1, b: [[3]] },
      { a: 2, b: 4 },
    ]);
    await collection.createIndex({ a: 1, b: 1 });
    expect(await collection.distinct('b', { a: 1 })).toEqual([1, 2, [3]]);
  });
});

describe('findAndModify', () => {
  test('returns the document as before the update, or after it on request', async () => {
    const collection = await bench.fill([{ a: 1 }]);
    expect(await collection.findOneAndUpdate({}, { $inc: { a: 1 } })).toEqual({ _id: 0, a: 1 });
    expect(await collection.findOneAndUpdate({}, { $inc: { a: 1 } }, { returnDocument: 'after' })).toEqual({
      _id: 0,
      a: 3,
    });
  });

  test('updates and deletes the first document of a sort', async () => {
    const collection = await bench.fill(numbers(5));
    expect(
      await collection.findOneAndUpdate({}, { $set: { x: 1 } }, { sort: { n: -1 }, projection: { _id: 1 } }),
    ).toEqual({ _id: 4 });
    expect(await collection.findOneAndDelete({}, { sort: { n: 1 } })).toMatchObject({ _id: 0 });
    expect(await collection.countDocuments()).toBe(4);
  });

  test('creates a document with upsert, and returns null or the new document', async () => {
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

  test('replaces a document and returns the new one', async () => {
    const collection = await bench.fill([{ a: 1, b: 2 }]);
    expect(await collection.findOneAndReplace({ a: 1 }, { c: 3 }, { returnDocument: 'after' })).toEqual({
      _id: 0,
      c: 3,
    });
  });

  test('returns null if no document matches', async () => {
    const collection = await bench.fill([{ a: 1 }]);
    expect(await collection.findOneAndUpdate({ a: 9 }, { $set: { b: 1 } })).toBeNull();
    expect(await collection.findOneAndDelete({ a: 9 })).toBeNull();
  });

  test('updates the matched array element with the positional operator', async () => {
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

  test('applies each of a hundred concurrent increments', async () => {
    const collection = await bench.fill([{ a: 0 }]);
    const seen = await Promise.all(
      Array.from({ length: 100 }, () => collection.findOneAndUpdate({ _id: 0 as never }, { $inc: { a: 1 } })),
    );
    expect(new Set(seen.map((each) => each!.a)).size).toBe(100);
  });

  test('twenty concurrent upserts of one key create one document', async () => {
    const collection = await bench.fill([]);
    await collection.createIndex({ email: 1 }, { unique: true });
    await Promise.all(
      Array.from({ length: 20 }, () => collection.updateOne({ email: 'x' }, { $inc: { n: 1 } }, { upsert: true })),
    );
    expect(await collection.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ email: 'x', n: 20 }]);
  });
});

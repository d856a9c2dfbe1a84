import { Binary, Decimal128, type Document, Long, ObjectId } from 'mongodb';
import { codeOf, embeddedLimit, limitCodeOf, useServer } from './harness';

const bench = useServer('read');
const ids = (docs: Document[]): unknown[] => docs.map((doc) => doc._id);
const numbers = (count: number): Document[] =>
  Array.from({ length: count }, (_, index) => ({ n: index, t: index % 3 }));

describe('sort', () => {
  test('orders values of different types as the MongoDB manual specifies', async () => {
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

  test('an array is sorted by its least element in ascending and its greatest in descending order', async () => {
    const collection = await bench.fill([{ a: [5, 1] }, { a: 3 }, { a: [2, 4] }]);
    for (const indexed of [false, true]) {
      if (indexed) await collection.createIndex({ a: 1 });
      expect(ids(await collection.find().sort({ a: 1 }).toArray())).toEqual([0, 2, 1]);
      expect(ids(await collection.find().sort({ a: -1 }).toArray())).toEqual([0, 2, 1]);
    }
  });

  test('an array is sorted by its least element even if the filter excludes that element', async () => {
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

  test('a missing field is sorted as null, below numbers', async () => {
    const collection = await bench.fill([{ a: 1 }, {}, { a: -1 }]);
    expect(ids(await collection.find().sort({ a: 1 }).toArray())).toEqual([1, 2, 0]);
  });

  test('an invalid sort direction is refused', async () => {
    const collection = await bench.fill([{}]);
    expect(await codeOf(bench.db.command({ find: collection.collectionName, sort: { a: 2 } }))).toBe(2);
  });
});

describe('find', () => {
  test('find applies skip and limit', async () => {
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
  test.each(projections)('find applies the projection %j', async (projection, expected) => {
    const collection = await bench.fill([doc]);
    expect(await collection.findOne({}, { projection })).toEqual(expected);
  });

  embeddedLimit.each([
    { l: { $slice: 1 } },
    { o: { $elemMatch: { k: 2 } } },
    { 'o.$': 1 },
    { x: { $add: ['$a', 1] } },
    { x: 'text' },
  ])('limit: the projection %j is refused', async (projection) => {
    const collection = await bench.fill([doc]);
    expect(await limitCodeOf(collection.findOne({ l: 1 }, { projection: projection as Document }))).toBe(238);
  });

  test('a projection that both includes and excludes fields is refused', async () => {
    const collection = await bench.fill([doc]);
    expect(await codeOf(collection.findOne({}, { projection: { a: 1, b: 0 } }))).toBe(31254);
    expect(await codeOf(collection.findOne({}, { projection: { a: 0, b: 1 } }))).toBe(31253);
  });

  test('a cursor reads all documents in batches, and is unknown after killCursors', async () => {
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

  test('batchSize 0 opens a cursor with an empty first batch, and singleBatch opens no cursor', async () => {
    const collection = await bench.fill(numbers(3));
    const open = await bench.db.command({ find: collection.collectionName, batchSize: 0 });
    expect(open.cursor.firstBatch).toEqual([]);
    expect(open.cursor.id).not.toBe(0);
    const single = await bench.db.command({ find: collection.collectionName, batchSize: 1, singleBatch: true });
    expect(Number(single.cursor.id)).toBe(0);
  });

  test('a cursor continues after documents before its position were deleted', async () => {
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

  test('documents that together exceed the size of a batch are all returned', async () => {
    const collection = await bench.fill(Array.from({ length: 5 }, () => ({ a: 'x'.repeat(6_000_000) })));
    expect(await collection.find().toArray()).toHaveLength(5);
  });
});

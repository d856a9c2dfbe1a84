import { Decimal128, type Document, Double, Int32, Long, type UpdateOptions } from 'mongodb';
import { codeOf, embeddedLimit, limitCodeOf, raw, typed, useServer } from './harness';

const bench = useServer('update');
const long = (text: string): Long => Long.fromString(text);
const date = (ms: number): Date => new Date(ms);

type Case = [title: string, before: Document, update: Document, after: Document, filter?: Document];

const cases: Case[] = [
  // $set $unset
  ['$set replaces a field in place', { a: 1, b: 2 }, { $set: { a: 5 } }, { a: 5, b: 2 }],
  ['$set adds fields in the order of their names', { x: 1 }, { $set: { c: 1, b: 1 } }, { x: 1, b: 1, c: 1 }],
  ['$set makes the documents of a path', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  ['$set inside a document', { a: { b: 1, c: 2 } }, { $set: { 'a.b': 3 } }, { a: { b: 3, c: 2 } }],
  ['$set of an array position', { a: [1, 2] }, { $set: { 'a.1': 9 } }, { a: [1, 9] }],
  ['$set beyond an array pads with null', { a: [1] }, { $set: { 'a.3': 9 } }, { a: [1, null, null, 9] }],
  ['$set of a number under a missing field makes a document', {}, { $set: { 'a.0': 1 } }, { a: { 0: 1 } }],
  ['$set inside a document in an array', { a: [{ b: 1 }] }, { $set: { 'a.0.b': 2 } }, { a: [{ b: 2 }] }],
  ['$set makes a document in an array', { a: [] }, { $set: { 'a.0.b': 2 } }, { a: [{ b: 2 }] }],
  ['$set null', { a: 1 }, { $set: { a: null } }, { a: null }],
  ['$set keeps the key order of its value', {}, { $set: { a: { z: 1, b: 2 } } }, { a: { z: 1, b: 2 } }],
  ['$unset', { a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
  ['$unset of a missing path', { a: 1 }, { $unset: { 'b.c': '' } }, { a: 1 }],
  ['$unset of a nested field leaves the document', { a: { b: 1 } }, { $unset: { 'a.b': 1 } }, { a: {} }],
  ['$unset of an array position leaves null', { a: [1, 2, 3] }, { $unset: { 'a.1': 1 } }, { a: [1, null, 3] }],
  ['$unset through a scalar does nothing', { a: 1 }, { $unset: { 'a.b': 1 } }, { a: 1 }],
  // $inc $mul
  ['$inc', { a: 1 }, { $inc: { a: 2 } }, { a: 3 }],
  ['$inc of a missing field sets it', {}, { $inc: { a: 2 } }, { a: 2 }],
  ['$inc by a negative', { a: 1 }, { $inc: { a: -2 } }, { a: -1 }],
  [
    '$inc of an int by a double gives a double',
    { a: new Int32(1) },
    { $inc: { a: new Double(1) } },
    { a: new Double(2) },
  ],
  ['$inc of an int by a long gives a long', { a: new Int32(1) }, { $inc: { a: long('1') } }, { a: long('2') }],
  ['$inc past int32 gives a long', { a: new Int32(2147483647) }, { $inc: { a: 1 } }, { a: long('2147483648') }],
  [
    '$inc of a large long is exact',
    { a: long('9007199254740993') },
    { $inc: { a: 2 } },
    { a: long('9007199254740995') },
  ],
  ['$inc by path', { a: { b: 1 } }, { $inc: { 'a.b': 1, 'a.c': 1 } }, { a: { b: 2, c: 1 } }],
  ['$mul', { a: 3 }, { $mul: { a: 4 } }, { a: 12 }],
  ['$mul of a missing field gives zero', {}, { $mul: { a: 4 } }, { a: 0 }],
  ['$mul of a missing field by a double gives a double zero', {}, { $mul: { a: new Double(4) } }, { a: new Double(0) }],
  ['$mul past int32 gives a long', { a: 2147483647 }, { $mul: { a: 2 } }, { a: long('4294967294') }],
  // $min $max
  ['$min takes the lower', { a: 5 }, { $min: { a: 3 } }, { a: 3 }],
  ['$min leaves the lower', { a: 2 }, { $min: { a: 3 } }, { a: 2 }],
  ['$min sets a missing field', {}, { $min: { a: 3 } }, { a: 3 }],
  ['$max takes the higher', { a: 5 }, { $max: { a: 7 } }, { a: 7 }],
  ['$max compares across types', { a: 5 }, { $max: { a: 'x' } }, { a: 'x' }],
  ['$min by type order: null is below numbers', { a: 5 }, { $min: { a: null } }, { a: null }],
  ['$max of dates', { a: date(1) }, { $max: { a: date(2) } }, { a: date(2) }],
  [
    '$max of an equal number of another type keeps the old',
    { a: new Int32(1) },
    { $max: { a: long('1') } },
    { a: new Int32(1) },
  ],
  // $rename
  ['$rename moves a field', { a: 1, c: 3 }, { $rename: { a: 'b' } }, { c: 3, b: 1 }],
  ['$rename overwrites its target', { a: 1, b: 2 }, { $rename: { a: 'b' } }, { b: 1 }],
  ['$rename of a missing field does nothing', { b: 2 }, { $rename: { a: 'b' } }, { b: 2 }],
  ['$rename into a document', { a: 1 }, { $rename: { a: 'b.c' } }, { b: { c: 1 } }],
  // $push
  ['$push', { a: [1] }, { $push: { a: 2 } }, { a: [1, 2] }],
  ['$push makes the array', {}, { $push: { a: 2 } }, { a: [2] }],
  ['$push of an array pushes one element', { a: [1] }, { $push: { a: [2, 3] } }, { a: [1, [2, 3]] }],
  ['$push $each', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
  ['$push $position', { a: [1, 2] }, { $push: { a: { $each: [9], $position: 0 } } }, { a: [9, 1, 2] }],
  ['$push with a negative $position', { a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } }, { a: [1, 9, 2] }],
  ['$push with a $position beyond the end', { a: [1] }, { $push: { a: { $each: [9], $position: 10 } } }, { a: [1, 9] }],
  ['$push $slice keeps the first', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: 2 } } }, { a: [1, 2] }],
  [
    '$push with a negative $slice keeps the last',
    { a: [1, 2] },
    { $push: { a: { $each: [3], $slice: -2 } } },
    { a: [2, 3] },
  ],
  ['$push with $slice 0 empties', { a: [1] }, { $push: { a: { $each: [2], $slice: 0 } } }, { a: [] }],
  ['$push $sort of values', { a: [3, 1] }, { $push: { a: { $each: [2], $sort: -1 } } }, { a: [3, 2, 1] }],
  [
    '$push $sort by a field',
    { a: [{ b: 2 }] },
    { $push: { a: { $each: [{ b: 1 }], $sort: { b: 1 } } } },
    { a: [{ b: 1 }, { b: 2 }] },
  ],
  ['$push sorts before it slices', { a: [5, 1] }, { $push: { a: { $each: [3], $sort: 1, $slice: 2 } } }, { a: [1, 3] }],
  ['an empty $each with $slice trims', { a: [1, 2, 3] }, { $push: { a: { $each: [], $slice: -1 } } }, { a: [3] }],
  ['an empty $each makes an empty array', {}, { $push: { a: { $each: [] } } }, { a: [] }],
  // $addToSet
  ['$addToSet adds', { a: [1] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
  ['$addToSet adds no duplicate', { a: [1, 2] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
  ['$addToSet compares numbers across types', { a: [1] }, { $addToSet: { a: long('1') } }, { a: [1] }],
  [
    '$addToSet treats documents with another key order as different',
    { a: [{ b: 1, c: 2 }] },
    { $addToSet: { a: { c: 2, b: 1 } } },
    {
      a: [
        { b: 1, c: 2 },
        { c: 2, b: 1 },
      ],
    },
  ],
  ['$addToSet $each', { a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
  ['$addToSet makes the array', {}, { $addToSet: { a: { $each: [1, 1] } } }, { a: [1] }],
  ['$addToSet of an array adds one element', { a: [1] }, { $addToSet: { a: [1] } }, { a: [1, [1]] }],
  // $pull $pullAll $pop
  ['$pull a value', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
  ['$pull by a condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  ['$pull by $in', { a: [1, 2, 3] }, { $pull: { a: { $in: [1, 3] } } }, { a: [2] }],
  ['$pull documents by a query', { a: [{ b: 1, c: 1 }, { b: 2 }] }, { $pull: { a: { b: 1 } } }, { a: [{ b: 2 }] }],
  [
    '$pull documents by a query with an operator',
    { a: [{ b: 1 }, { b: 5 }] },
    { $pull: { a: { b: { $gt: 3 } } } },
    { a: [{ b: 1 }] },
  ],
  [
    '$pull an array value exactly',
    {
      a: [
        [1, 2],
        [2, 1],
      ],
    },
    { $pull: { a: [1, 2] } },
    { a: [[2, 1]] },
  ],
  ['$pull by a regular expression', { a: ['ab', 'cd'] }, { $pull: { a: /^a/ } }, { a: ['cd'] }],
  ['$pull by $ne', { a: [1, 2] }, { $pull: { a: { $ne: 1 } } }, { a: [1] }],
  ['$pull of a missing field does nothing', { b: 1 }, { $pull: { a: 1 } }, { b: 1 }],
  ['$pull null', { a: [null, 1] }, { $pull: { a: null } }, { a: [1] }],
  [
    '$pull with nested $elemMatch',
    { a: [{ b: [{ q: 1, v: 5 }] }, { b: [{ q: 2, v: 9 }] }] },
    { $pull: { a: { b: { $elemMatch: { q: 2, v: { $gte: 8 } } } } } },
    { a: [{ b: [{ q: 1, v: 5 }] }] },
  ],
  ['$pullAll', { a: [1, 2, 3, 1] }, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  [
    '$pullAll of documents is exact',
    { a: [{ b: 1 }, { b: 1, c: 1 }] },
    { $pullAll: { a: [{ b: 1 }] } },
    { a: [{ b: 1, c: 1 }] },
  ],
  ['$pop last', { a: [1, 2, 3] }, { $pop: { a: 1 } }, { a: [1, 2] }],
  ['$pop first', { a: [1, 2, 3] }, { $pop: { a: -1 } }, { a: [2, 3] }],
  ['$pull of a missing array position does nothing', { a: [] }, { $pull: { 'a.0.x': 1 } }, { a: [] }],
  ['$pop of a missing field of a document does nothing', { a: {} }, { $pop: { 'a.b.c': 1 } }, { a: {} }],
  ['$pop of an empty array', { a: [] }, { $pop: { a: 1 } }, { a: [] }],
  // positional
  ['positional $ sets the matched element', { a: [1, 2, 3] }, { $set: { 'a.$': 9 } }, { a: [1, 9, 3] }, { a: 2 }],
  [
    'positional $ by $elemMatch',
    {
      a: [
        { b: 1, c: 1 },
        { b: 2, c: 1 },
      ],
    },
    { $set: { 'a.$.c': 9 } },
    {
      a: [
        { b: 1, c: 1 },
        { b: 2, c: 9 },
      ],
    },
    { a: { $elemMatch: { b: 2, c: 1 } } },
  ],
  [
    'positional $ by a dotted path',
    { a: [{ b: 1 }, { b: 2 }] },
    { $inc: { 'a.$.b': 10 } },
    { a: [{ b: 1 }, { b: 12 }] },
    { 'a.b': 2 },
  ],
  [
    'positional $ is found in the document as it was',
    { a: [1, 2], n: 0 },
    { $set: { 'a.$': 1, n: 5 } },
    { a: [1, 1], n: 5 },
    { a: 2, n: 0 },
  ],
  ['positional $ with $unset', { a: [1, 2] }, { $unset: { 'a.$': 1 } }, { a: [1, null] }, { a: 2 }],
  ['positional $ with a range', { a: [1, 5, 9] }, { $set: { 'a.$': 0 } }, { a: [1, 0, 9] }, { a: { $gt: 2 } }],
  [
    '$push into the matched element',
    { a: [{ b: 1, c: [] }] },
    { $push: { 'a.$.c': 1 } },
    { a: [{ b: 1, c: [1] }] },
    { 'a.b': 1 },
  ],
  // several
  [
    'several operators in one update',
    { a: 1, b: [1] },
    { $inc: { a: 1 }, $push: { b: 2 }, $set: { c: 3 } },
    { a: 2, b: [1, 2], c: 3 },
  ],
  ['$setOnInsert does not change an existing document', { a: 1 }, { $set: { a: 2 }, $setOnInsert: { b: 1 } }, { a: 2 }],
];

test.each(cases)('update: %s', async (_, before, update, after, filter = {}) => {
  const collection = await bench.fill([{ _id: 1, ...before }]);
  await collection.createIndex({ a: 1 });
  await collection.updateOne({ _id: 1 as never, ...filter }, update);
  expect(typed(await collection.findOne({}, raw))).toEqual(typed({ _id: 1, ...after }));
  expect(Object.keys((await collection.findOne({}))!)).toEqual(['_id', ...Object.keys(after)]);
});

type Upsert = [title: string, filter: Document, update: Document, inserted: Document];

const upserts: Upsert[] = [
  ['copies equalities', { _id: 1, a: 1, b: { $eq: 2 } }, { $set: { c: 3 } }, { _id: 1, a: 1, b: 2, c: 3 }],
  ['copies dotted equalities as documents', { _id: 1, 'a.b': 1 }, { $set: { c: 1 } }, { _id: 1, a: { b: 1 }, c: 1 }],
  ['omits ranges of the filter', { _id: 1, a: { $gt: 5 } }, { $set: { b: 1 } }, { _id: 1, b: 1 }],
  ['copies from $and', { _id: 1, $and: [{ a: 1 }, { b: 2 }] }, { $set: { c: 1 } }, { _id: 1, a: 1, b: 2, c: 1 }],
  ['copies from an $or of one', { _id: 1, $or: [{ a: 1 }] }, { $set: { c: 1 } }, { _id: 1, a: 1, c: 1 }],
  ['omits an $or of two conditions', { _id: 1, $or: [{ a: 1 }, { a: 2 }] }, { $set: { c: 1 } }, { _id: 1, c: 1 }],
  ['copies an $in of one', { _id: 1, a: { $in: [4] } }, { $set: { c: 1 } }, { _id: 1, a: 4, c: 1 }],
  ['applies $setOnInsert', { _id: 1 }, { $set: { a: 1 }, $setOnInsert: { b: 2 } }, { _id: 1, a: 1, b: 2 }],
  ['increments a missing field from 0', { _id: 1 }, { $inc: { a: 5 } }, { _id: 1, a: 5 }],
  ['increments a value from the filter', { _id: 1, a: 1 }, { $inc: { a: 5 } }, { _id: 1, a: 6 }],
  ['creates an array for $push', { _id: 1 }, { $push: { a: 1 } }, { _id: 1, a: [1] }],
  ['takes the _id from $setOnInsert', { a: 1 }, { $setOnInsert: { _id: 7 } }, { _id: 7, a: 1 }],
  ['copies null', { _id: 1, a: null }, { $set: { b: 1 } }, { _id: 1, a: null, b: 1 }],
  ['copies an array', { _id: 1, a: [1, 2] }, { $set: { b: 1 } }, { _id: 1, a: [1, 2], b: 1 }],
  ['omits a regular expression', { _id: 1, a: /x/ }, { $set: { b: 1 } }, { _id: 1, b: 1 }],
  ['sets a missing field by $min and $max', { _id: 1 }, { $min: { a: 3 }, $max: { b: 4 } }, { _id: 1, a: 3, b: 4 }],
];

test.each(upserts)('an upsert %s', async (_, filter, update, inserted) => {
  const collection = await bench.fill([]);
  const result = await collection.updateOne(filter, update, { upsert: true });
  expect(result).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1, upsertedId: inserted._id });
  expect(await collection.find().toArray()).toEqual([inserted]);
});

type Refusal = [
  title: string,
  before: Document,
  update: Document,
  code: number,
  filter?: Document,
  options?: UpdateOptions,
];

const refusals: Refusal[] = [
  ['an unknown modifier', {}, { $foo: { a: 1 } }, 9],
  ['a modifier of a scalar', {}, { $set: 5 as never }, 9],
  ['$inc of a string', { a: 'x' }, { $inc: { a: 1 } }, 14],
  ['$inc by a string', { a: 1 }, { $inc: { a: 'x' } }, 14],
  ['$inc of null', { a: null }, { $inc: { a: 1 } }, 14],
  ['$inc past int64', { a: Long.MAX_VALUE }, { $inc: { a: 1 } }, 2],
  ['$mul of a string', { a: 'x' }, { $mul: { a: 2 } }, 14],
  ['a path through a scalar', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
  ['a path through null', { a: null }, { $set: { 'a.b': 1 } }, 28],
  ['a field of an array', { a: [1] }, { $set: { 'a.b': 1 } }, 28],
  ['$pull through a scalar', { a: 5, b: [{ x: 1 }] }, { $pull: { 'a.x': 1 } }, 28],
  ['$pull through null', { a: null }, { $pull: { 'a.x': 1 } }, 28],
  ['$pull of a field of an array', { b: [{ x: 1 }] }, { $pull: { 'b.z': 1 } }, 28],
  ['$pull through a scalar in an array', { b: [5] }, { $pull: { 'b.0.x': 1 } }, 28],
  ['$pullAll through a scalar', { a: 5 }, { $pullAll: { 'a.x': [1] } }, 28],
  ['$pop through a scalar', { a: 5 }, { $pop: { 'a.x': 1 } }, 28],
  ['$pop of a field of an array', { a: 5, b: [{ x: 1 }] }, { $pop: { 'b.z': 1 } }, 28],
  ['$rename from below a scalar', { a: 5 }, { $rename: { 'a.x': 'c' } }, 28],
  ['$rename to below a scalar', { a: 5, b: 1 }, { $rename: { b: 'a.x' } }, 28],
  ['$rename from an array element', { a: [5] }, { $rename: { 'a.0': 'c' } }, 2],
  ['$rename to an array element', { a: [5], b: 1 }, { $rename: { b: 'a.0' } }, 2],
  ['two updates of one path', {}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
  ['updates of a path and its parent', {}, { $set: { a: 1, 'a.b': 1 } }, 40],
  ['$push to a scalar', { a: 1 }, { $push: { a: 1 } }, 2],
  ['$push to null', { a: null }, { $push: { a: 1 } }, 2],
  ['$push $each of a scalar', { a: [] }, { $push: { a: { $each: 1 } } }, 2],
  ['an unknown clause of $push', { a: [] }, { $push: { a: { $each: [1], $foo: 1 } } }, 2],
  ['$addToSet to a scalar', { a: 1 }, { $addToSet: { a: 1 } }, 2],
  ['$pull from a scalar', { a: 1 }, { $pull: { a: 1 } }, 2],
  ['$pullAll of a scalar', { a: [1] }, { $pullAll: { a: 1 } }, 2],
  ['$pop of 2', { a: [1] }, { $pop: { a: 2 as never } }, 9],
  ['$pop from a scalar', { a: 1 }, { $pop: { a: 1 } }, 14],
  ['changing the _id', { a: 1 }, { $set: { _id: 2 } }, 66],
  ['removing the _id', { a: 1 }, { $unset: { _id: 1 } }, 66],
  ['an empty path part', {}, { $set: { 'a..b': 1 } }, 56],
  ['$rename to itself', { a: 1 }, { $rename: { a: 'a' } }, 2],
  ['$rename to a number', { a: 1 }, { $rename: { a: 5 as never } }, 2],
  ['positional $ without an array condition', { a: [1] }, { $set: { 'a.$': 1 } }, 2],
  ['$currentDate of an unknown type', {}, { $currentDate: { a: { $type: 'nope' as never } } }, 2],
  ['positional $ twice', { a: [[1]] }, { $set: { 'a.$.$': 1 } }, 2, { a: [1] }],
  ['positional $ and its own position', { a: [1, 2] }, { $set: { 'a.$': 5, 'a.1': 6 } }, 40, { a: 2 }],
  ['$push $sort of 5', { a: [] }, { $push: { a: { $each: [1], $sort: 5 as never } } }, 2],
];

const limits: Refusal[] = [
  ['$inc of a decimal', { a: Decimal128.fromString('0.1') }, { $inc: { a: 1 } }, 238],
  ['$mul by a decimal', { a: 1 }, { $mul: { a: Decimal128.fromString('2') } }, 238],
  ['$bit', { a: 13 }, { $bit: { a: { and: 10 } } }, 9],
  ['$[]', { a: [1, 2] }, { $inc: { 'a.$[]': 10 } }, 238],
  ['$[x]', { a: [1, 5] }, { $set: { 'a.$[x]': 0 } }, 40415, {}, { arrayFilters: [{ x: { $gte: 5 } }] }],
  ['arrayFilters', { a: [1] }, { $set: { a: 1 } }, 40415, {}, { arrayFilters: [{ x: 1 }] }],
  ['$currentDate of a timestamp', {}, { $currentDate: { a: { $type: 'timestamp' } } }, 2],
  ['$set of a regular expression', {}, { $set: { a: /x/ } }, 238],
  ['$pull by a condition from nested arrays', { a: [[1]] }, { $pull: { a: { $gt: 0 } } }, 238],
];

const expectRefusal =
  (codeOfRefusal: typeof codeOf) =>
  async (...[, before, update, code, filter = {}, options = {}]: Refusal): Promise<void> => {
    const doc = { _id: 1, ...before };
    const collection = await bench.fill([doc]);
    expect(await codeOfRefusal(collection.updateOne({ _id: 1 as never, ...filter }, update, options))).toBe(code);
    expect(typed(await collection.findOne({}, raw))).toEqual(typed(doc));
  };
test.each(refusals)('update: %s is refused and changes nothing', expectRefusal(codeOf));
embeddedLimit.each(limits)('limit: %s in an update is refused and changes nothing', expectRefusal(limitCodeOf));

test('$currentDate sets a date', async () => {
  const collection = await bench.fill([{}]);
  await collection.updateOne({}, {
    $currentDate: { a: true, c: { $type: 'date' } },
  } as Document);
  const doc = (await collection.findOne({}, { promoteValues: false }))!;
  expect(doc.a).toBeInstanceOf(Date);
  expect(Math.abs(Date.now() - doc.c.getTime())).toBeLessThan(60_000);
});

test('a no-op update counts as matched, not as modified', async () => {
  const collection = await bench.fill([{ a: 1, b: [1] }]);
  for (const update of [
    { $set: { a: 1 } },
    { $inc: { a: 0 } },
    { $addToSet: { b: 1 } },
    { $unset: { z: 1 } },
    { $pull: { b: 5 } },
  ]) {
    expect(await collection.updateOne({}, update as Document)).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  }
});

test('updateMany counts matched and modified documents', async () => {
  const collection = await bench.fill([{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(await collection.updateMany({ a: { $gte: 2 } }, { $max: { a: 3 } })).toMatchObject({
    matchedCount: 2,
    modifiedCount: 1,
  });
});

test('updateMany changes each document once while it moves them in the index that it reads', async () => {
  const collection = await bench.fill(Array.from({ length: 500 }, (_, a) => ({ a })));
  await collection.createIndex({ a: 1 });
  await collection.updateMany({ a: { $gte: 0 } }, { $inc: { a: 100 } });
  expect(await collection.aggregate([{ $group: { _id: null, sum: { $sum: '$a' } } }]).next()).toEqual({
    _id: null,
    sum: 500 * 100 + (499 * 500) / 2,
  });
});

test('replaceOne keeps the _id as the first field, and refuses another _id', async () => {
  const collection = await bench.fill([{ _id: 5, a: 1, b: 2 }]);
  expect(await collection.replaceOne({ a: 1 }, { c: 3 })).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect(Object.entries((await collection.findOne({}))!)).toEqual([
    ['_id', 5],
    ['c', 3],
  ]);
  expect(await codeOf(collection.replaceOne({ c: 3 }, { _id: 6 as never, c: 4 }))).toBe(66);
});

test('replaceOne upserts with the _id of the query', async () => {
  const collection = await bench.fill([]);
  await collection.replaceOne({ _id: 9 as never, x: 1 }, { c: 3 }, { upsert: true });
  expect(await collection.find().toArray()).toEqual([{ _id: 9, c: 3 }]);
});

test('a replacement with multi is refused', async () => {
  const collection = await bench.fill([{ a: 1 }]);
  const command = { update: collection.collectionName, updates: [{ q: {}, u: { b: 1 }, multi: true }] };
  expect(await codeOf(bench.db.command(command).then((reply) => Promise.reject(reply.writeErrors[0])))).toBe(9);
});

test('an upsert whose filter gives two values for one path is refused', async () => {
  const collection = await bench.fill([]);
  expect(await codeOf(collection.updateOne({ $and: [{ a: 1 }, { a: 2 }] }, { $set: { b: 1 } }, { upsert: true }))).toBe(
    54,
  );
});

test('an update that grows a document past 16 MiB is refused and changes nothing', async () => {
  const collection = await bench.fill([{ a: 'x'.repeat(9_000_000) }]);
  expect(await codeOf(collection.updateOne({}, { $set: { b: 'y'.repeat(9_000_000) } }))).not.toBe('not refused');
  expect(await collection.countDocuments({ b: { $exists: true } })).toBe(0);
});

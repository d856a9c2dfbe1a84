import { Binary, Decimal128, type Document, Double, Int32, Long, MinKey, ObjectId, Timestamp } from 'mongodb';
import { codeOf, embeddedLimit, limitCodeOf, useServer } from './harness';

const bench = useServer('query');
const dec = (text: string): Decimal128 => Decimal128.fromString(text);
const long = (text: string): Long => Long.fromString(text);
const date = (ms: number): Date => new Date(ms);
const id = (n: number): ObjectId => new ObjectId(n.toString(16).padStart(24, '0'));

/** Documents `{a: value}` in order; their _id is the position. */
const a = (...values: unknown[]): Document[] => values.map((value) => ({ a: value }));
const missing: Document = {};

type Case = [title: string, docs: Document[], filter: Document, ids: number[]];

const cases: Case[] = [
  // $eq: missing, null and types
  ['null equality finds null and missing', [...a(null, 1), missing], { a: null }, [0, 2]],
  ['null equality finds an array that holds null', a([1, null], [1], []), { a: null }, [0]],
  ['null equality does not find an empty array', a([]), { a: null }, []],
  [
    'null equality of a dotted path finds a missing parent',
    [...a({ b: 1 }, { c: 1 }), missing],
    { 'a.b': null },
    [1, 2],
  ],
  ['null equality of a dotted path finds a scalar parent', a(5, 'x', null), { 'a.b': null }, [0, 1, 2]],
  ['null equality of a dotted path does not find an array of scalars', a([1, 2], []), { 'a.b': null }, []],
  [
    'null equality of a dotted path finds an array element without the field',
    a([{ b: 1 }, { c: 1 }], [{ b: 1 }]),
    { 'a.b': null },
    [0],
  ],
  ['$eq null is the same as null', [...a(null, 0), missing], { a: { $eq: null } }, [0, 2]],
  [
    'numbers are equal across types',
    a(new Int32(1), new Double(1), long('1'), dec('1'), dec('1.0'), 2),
    { a: 1 },
    [0, 1, 2, 3, 4],
  ],
  ['a Decimal128 operand equals other types', a(1, 1.5, long('1')), { a: dec('1') }, [0, 2]],
  ['decimal 0.1 is not the double 0.1', a(dec('0.1'), 0.1), { a: dec('0.1') }, [0]],
  ['decimal 0.5 is the double 0.5', a(dec('0.5'), 0.5), { a: 0.5 }, [0, 1]],
  [
    'a large Long is not its rounded double',
    a(long('9007199254740993'), 2 ** 53),
    { a: long('9007199254740993') },
    [0],
  ],
  ['a large Long equals the same decimal', a(dec('9007199254740993'), 2 ** 53), { a: long('9007199254740993') }, [0]],
  ['2^63-1 is below the double 2^63', a(long('9223372036854775807')), { a: { $lt: 2 ** 63 } }, [0]],
  ['-0 equals 0', a(new Double(-0), 0, dec('-0')), { a: 0 }, [0, 1, 2]],
  ['NaN equals NaN of each type', a(new Double(Number.NaN), dec('NaN'), 1), { a: Number.NaN }, [0, 1]],
  ['a string is not a number', a('1', 1), { a: '1' }, [0]],
  ['true is not 1', a(true, 1), { a: true }, [0]],
  ['strings compare by bytes, case matters', a('a', 'A'), { a: 'a' }, [0]],
  ['an empty string is a value', a('', null), { a: '' }, [0]],
  ['dates are equal by instant', a(date(0), date(1), 0), { a: date(0) }, [0]],
  ['object ids are equal by bytes', a(id(1), id(2), '000000000000000000000001'), { a: id(1) }, [0]],
  [
    'binary data is equal by subtype and bytes',
    a(new Binary(Buffer.from('ab')), new Binary(Buffer.from('ab'), 5), new Binary(Buffer.from('abc'))),
    { a: new Binary(Buffer.from('ab')) },
    [0],
  ],
  [
    'an embedded document is equal field by field',
    a({ b: 1, c: 2 }, { b: 1 }, { b: 1, c: 2, d: 3 }),
    { a: { b: 1, c: 2 } },
    [0],
  ],
  ['key order matters in an embedded document', a({ b: 1, c: 2 }, { c: 2, b: 1 }), { a: { c: 2, b: 1 } }, [1]],
  ['numbers in embedded documents are equal across types', a({ b: long('1') }, { b: 2 }), { a: { b: 1 } }, [0]],
  ['the empty document equals only itself', a({}, { b: 1 }, null), { a: {} }, [0]],
  // arrays
  ['a scalar equals an element', a([1, 2], [3], 2), { a: 2 }, [0, 2]],
  ['an array equals the whole array', a([1, 2], [2, 1], [1], [1, 2, 3]), { a: [1, 2] }, [0]],
  ['an array equals a nested array', a([[1, 2], 3], [1, 2]), { a: [1, 2] }, [0, 1]],
  ['a scalar is not found two arrays deep', a([[1, 2]], [1]), { a: 1 }, [1]],
  ['the empty array equals itself and as an element', a([], [[]], [1]), { a: [] }, [0, 1]],
  ['an element document is found whole', a([{ b: 1 }, { b: 2 }], [{ b: 1, c: 1 }]), { a: { b: 1 } }, [0]],
  ['a dotted path searches documents in an array', a([{ b: 1 }, { b: 2 }], { b: 2 }, [{ b: 3 }]), { 'a.b': 2 }, [0, 1]],
  ['a dotted path goes through two arrays', a([{ b: [{ c: 1 }] }], [{ b: [{ c: 2 }] }]), { 'a.b.c': 2 }, [1]],
  ['a dotted path does not enter an array in an array', a([[{ b: 1 }]], [{ b: 1 }]), { 'a.b': 1 }, [1]],
  ['a position names an element', a([5, 6], [6, 5], { 0: 6 }), { 'a.0': 6 }, [1, 2]],
  ['a position and a field', a([{ b: 1 }, { b: 2 }], [{ b: 2 }]), { 'a.0.b': 2 }, [1]],
  ['a position into a nested array', a([[1, 2], 3], [[2, 1]]), { 'a.0.1': 2 }, [0]],
  ['a position beyond the array is missing', a([1], [1, 2]), { 'a.1': { $exists: true } }, [1]],
  ['two conditions on an array may hold for different elements', a([1, 10], [5], [1]), { a: { $gt: 4, $lt: 3 } }, [0]],
  [
    'two dotted conditions may hold for different elements',
    a(
      [
        { b: 1, c: 2 },
        { b: 3, c: 4 },
      ],
      [{ b: 1, c: 4 }],
    ),
    { 'a.b': 1, 'a.c': 4 },
    [0, 1],
  ],
  // ranges and type bracketing
  ['$gt compares only within a type', a(1, 5, '9', date(9), null, true), { a: { $gt: 1 } }, [1]],
  ['$gte includes', a(1, 2, 3), { a: { $gte: 2 } }, [1, 2]],
  ['$lt on strings', a('a', 'b', 'c', 1), { a: { $lt: 'b' } }, [0]],
  ['$lte on dates', a(date(1), date(2), date(3), 1), { a: { $lte: date(2) } }, [0, 1]],
  ['$gt on object ids', a(id(1), id(2), 'z'), { a: { $gt: id(1) } }, [1]],
  ['$lt across numeric types', a(new Int32(1), long('2'), 2.5, dec('2.75'), 3), { a: { $lt: 2.75 } }, [0, 1, 2]],
  ['$gt between a double and a decimal next to it', a(dec('0.1'), 0.1), { a: { $gt: dec('0.1') } }, [1]],
  ['$gt with a tiny decimal', a(0, dec('1E-6176'), 5e-324), { a: { $gt: 0 } }, [1, 2]],
  [
    '$gt with a huge decimal',
    a(Number.MAX_VALUE, dec('1E+6000'), Number.POSITIVE_INFINITY),
    { a: { $gt: Number.MAX_VALUE } },
    [1, 2],
  ],
  [
    '$lt with a huge negative decimal',
    a(-Number.MAX_VALUE, dec('-1E+6000'), Number.NEGATIVE_INFINITY),
    { a: { $lt: dec('-1E+6000') } },
    [2],
  ],
  ['NaN is neither below nor above', a(Number.NaN, 1), { a: { $lt: 5 } }, [1]],
  ['$gte NaN finds only NaN', a(Number.NaN, 1), { a: { $gte: Number.NaN } }, [0]],
  ['$gt null finds nothing', [...a(null, 1), missing], { a: { $gt: null } }, []],
  ['$gte null finds null and missing', [...a(null, 1), missing], { a: { $gte: null } }, [0, 2]],
  ['$lte null finds null and missing', [...a(null, 1), missing], { a: { $lte: null } }, [0, 2]],
  ['$gt on booleans', a(false, true, 1), { a: { $gt: false } }, [1]],
  ['$lt on documents', a({ b: 1 }, { b: 2 }, { a: 9 }), { a: { $lt: { b: 2 } } }, [0, 2]],
  ['$gt on arrays compares element by element', a([1, 2], [1, 3], [2], [1]), { a: { $gt: [1, 2] } }, [1, 2]],
  [
    '$gte on binary compares length first',
    a(new Binary(Buffer.from('b')), new Binary(Buffer.from('aa'))),
    { a: { $gt: new Binary(Buffer.from('b')) } },
    [1],
  ],
  ['$gt and $lt together', a(1, 2, 3, 4), { a: { $gt: 1, $lt: 4 } }, [1, 2]],
  ['strings beyond the BMP sort by code point', a('\u{1F600}', '\uFFFD'), { a: { $gt: '\uFFFD' } }, [0]],
  // $ne $nin $in
  ['$ne finds missing', [...a(1, 2), missing], { a: { $ne: 1 } }, [1, 2]],
  ['$ne null excludes missing', [...a(1, null), missing], { a: { $ne: null } }, [0]],
  ['$ne on an array means no element', a([1, 2], [3], 1), { a: { $ne: 1 } }, [1]],
  ['$in finds any', a(1, 2, 3), { a: { $in: [1, 3] } }, [0, 2]],
  ['$in with null finds missing', [...a(null, 1), missing], { a: { $in: [null] } }, [0, 2]],
  ['$in with an array value', a([1, 2], [[1, 2]], 1), { a: { $in: [[1, 2]] } }, [0, 1]],
  ['an empty $in finds nothing', [...a(1), missing], { a: { $in: [] } }, []],
  ['$in compares numbers across types', a(long('2'), dec('3')), { a: { $in: [2, 3] } }, [0, 1]],
  ['$nin finds missing', [...a(1, 2), missing], { a: { $nin: [1] } }, [1, 2]],
  ['$nin with null excludes missing', [...a(1, null), missing], { a: { $nin: [null] } }, [0]],
  ['an empty $nin finds all', [...a(1), missing], { a: { $nin: [] } }, [0, 1]],
  ['$nin on an array means none of its elements', a([1, 2], [3]), { a: { $nin: [2] } }, [1]],
  // logic
  ['$and of two on one field', a([1, 9], [5]), { $and: [{ a: { $gt: 4 } }, { a: { $lt: 2 } }] }, [0]],
  ['$or', a(1, 2, 3), { $or: [{ a: 1 }, { a: 3 }] }, [0, 2]],
  ['$nor', [...a(1, 2), missing], { $nor: [{ a: 1 }] }, [1, 2]],
  ['$nor of several', a(1, 2, 3), { $nor: [{ a: 1 }, { a: 2 }] }, [2]],
  ['$not finds missing', [...a(1, 5), missing], { a: { $not: { $gt: 3 } } }, [0, 2]],
  ['$not of a regular expression', [...a('abc', 'x', 1), missing], { a: { $not: /^a/ } }, [1, 2, 3]],
  ['$not of several operators negates them together', a(1, 5, 9), { a: { $not: { $gt: 2, $lt: 7 } } }, [0, 2]],
  ['$not of $in', a(1, 2), { a: { $not: { $in: [1] } } }, [1]],
  [
    'nested $or in $and',
    [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 2 },
    ],
    { $and: [{ a: 1 }, { $or: [{ b: 2 }, { b: 3 }] }] },
    [1],
  ],
  [
    '$or beside a field',
    [
      { a: 1, b: 1 },
      { a: 2, b: 1 },
      { a: 1, b: 2 },
    ],
    { b: 1, $or: [{ a: 1 }, { a: 2 }] },
    [0, 1],
  ],
  ['$comment changes nothing', a(1, 2), { a: 1, $comment: 'why' }, [0]],
  // $exists $type $size
  ['$exists true finds null', [...a(null, 1), missing], { a: { $exists: true } }, [0, 1]],
  ['$exists false', [...a(null, 1), missing], { a: { $exists: false } }, [2]],
  ['$exists in an array of documents', a([{ b: 1 }], [{ c: 1 }], []), { 'a.b': { $exists: true } }, [0]],
  ['$exists false of a path through an empty array', a([], [{ b: 1 }]), { 'a.b': { $exists: false } }, [0]],
  ['$exists takes 1 for true', [...a(1), missing], { a: { $exists: 1 } }, [0]],
  ['$type string', a('x', 1, ['y']), { a: { $type: 'string' } }, [0, 2]],
  ['$type by number', a('x', 1), { a: { $type: 2 } }, [0]],
  ['$type array finds arrays', a([], 1, [[1]]), { a: { $type: 'array' } }, [0, 2]],
  [
    '$type int, double, long and decimal differ',
    a(new Int32(1), new Double(1), long('1'), dec('1')),
    { a: { $type: 'double' } },
    [1],
  ],
  ['$type long', a(new Int32(1), long('1')), { a: { $type: 'long' } }, [1]],
  [
    '$type number finds all four',
    a(new Int32(1), new Double(1), long('1'), dec('1'), '1'),
    { a: { $type: 'number' } },
    [0, 1, 2, 3],
  ],
  ['$type of several', a('x', 1, null), { a: { $type: ['string', 'null'] } }, [0, 2]],
  ['$type null does not find missing', [...a(null), missing], { a: { $type: 'null' } }, [0]],
  ['$type object, date, objectId, bool', a({}, date(1), id(1), true), { a: { $type: ['date', 'bool'] } }, [1, 3]],
  ['$size', a([], [1], [1, 2], 'x'), { a: { $size: 1 } }, [1]],
  ['$size 0 does not find missing', [...a([]), missing], { a: { $size: 0 } }, [0]],
  ['$size does not look into nested arrays', a([[1, 2]]), { a: { $size: 2 } }, []],
  // $regex
  ['$regex with $options', a('Hello', 'hello', 'x'), { a: { $regex: '^hel', $options: 'i' } }, [0, 1]],
  ['a regular expression finds an element', a(['x', 'abc'], ['x']), { a: /b/ }, [0]],
  ['$regex finds only strings', a(1, null, 'x1'), { a: /1/ }, [2]],
  ['an unnecessarily escaped character', a('a-b', 'a@b'), { a: { $regex: 'a\\@b' } }, [1]],
  ['a regular expression of escaped text', a('1+1 (a.b)', '1+1 (aXb)'), { a: { $regex: '1\\+1 \\(a\\.b\\)' } }, [0]],
  ['an anchored regular expression of escaped text', a('$x', 'a$x'), { a: { $regex: '^\\$x' } }, [0]],
  [
    '$options i folds letters beyond ASCII',
    a('\u00c9t\u00e9', 'ete'),
    { a: { $regex: '\u00e9T', $options: 'i' } },
    [0],
  ],
  ['a regular expression with a line feed', a('a\nb', 'anb'), { a: /a\nb/ }, [0]],
  ['an empty regular expression finds every string', a('', 'x', 1), { a: { $regex: '' } }, [0, 1]],
  ['$regex beside another operator', a('ab', 'ac'), { a: { $regex: '^a', $ne: 'ab' } }, [1]],
  // $all $elemMatch
  ['$all', a([1, 2, 3], [1], 1), { a: { $all: [1, 2] } }, [0]],
  ['$all of one finds a scalar', a([1, 2], 1), { a: { $all: [1] } }, [0, 1]],
  ['$all of an array', a([[1, 2]], [1, 2]), { a: { $all: [[1, 2]] } }, [0, 1]],
  ['an empty $all finds nothing', a([], [1]), { a: { $all: [] } }, []],
  ['$all with regular expressions', a(['ab', 'cd'], ['ab']), { a: { $all: [/^a/, /^c/] } }, [0]],
  [
    '$elemMatch requires one element to match all conditions',
    a(
      [
        { b: 1, c: 2 },
        { b: 2, c: 1 },
      ],
      [{ b: 1, c: 1 }],
    ),
    { a: { $elemMatch: { b: 1, c: 1 } } },
    [1],
  ],
  ['$elemMatch on values', a([1, 10], [5], 5), { a: { $elemMatch: { $gt: 3, $lt: 8 } } }, [1]],
  ['$elemMatch with $ne on values', a([1, 2], [1]), { a: { $elemMatch: { $ne: 1 } } }, [0]],
  ['$elemMatch does not find a plain document', a({ b: 1 }, [{ b: 1 }]), { a: { $elemMatch: { b: 1 } } }, [1]],
  [
    '$elemMatch nested',
    a([{ b: [1, 5] }], [{ b: [1] }]),
    { a: { $elemMatch: { b: { $elemMatch: { $gt: 3 } } } } },
    [0],
  ],
  [
    '$elemMatch with $or',
    a([{ b: 1 }], [{ c: 2 }], [{ d: 3 }]),
    { a: { $elemMatch: { $or: [{ b: 1 }, { c: 2 }] } } },
    [0, 1],
  ],
  [
    '$elemMatch on a dotted path through an array',
    a([{ b: [1, 9] }, { b: [4] }], [{ b: [1] }]),
    { 'a.b': { $elemMatch: { $gt: 3, $lt: 5 } } },
    [0],
  ],
  ['$not $elemMatch', a([{ b: 1 }], [{ b: 2 }], 5), { a: { $not: { $elemMatch: { b: 1 } } } }, [1, 2]],
];

test.each(cases)('query: %s', async (_, docs, filter, ids) => {
  const collection = await bench.fill(docs);
  const read = async (): Promise<unknown[]> =>
    (await collection.find(filter).sort({ _id: 1 }).toArray()).map((doc) => doc._id);
  expect(await read()).toEqual(ids);
  expect(await collection.countDocuments(filter)).toBe(ids.length);
  // An index must not change the result.
  await collection.createIndex({ a: 1 });
  expect(await read()).toEqual(ids);
  expect(await collection.countDocuments(filter)).toBe(ids.length);
  expect(await collection.deleteMany(filter).then((result) => result.deletedCount)).toBe(ids.length);
});

const refused: [title: string, filter: Document, code: number][] = [
  ['an unknown operator', { a: { $foo: 1 } }, 2],
  ['an unknown top level operator', { $foo: 1 }, 2],
  ['an empty $or', { $or: [] }, 2],
  ['$and of a document', { $and: { a: 1 } }, 2],
  ['$in of a scalar', { a: { $in: 1 } }, 2],
  ['$nin of a scalar', { a: { $nin: 1 } }, 2],
  ['$all of a scalar', { a: { $all: 1 } }, 2],
  ['an operator inside $in', { a: { $in: [{ $gt: 1 }] } }, 2],
  ['$not of a scalar', { a: { $not: 1 } }, 2],
  ['$ne of a regular expression', { a: { $ne: /x/ } }, 2],
  ['$size of a negative', { a: { $size: -1 } }, 2],
  ['$elemMatch of a scalar', { a: { $elemMatch: 1 } }, 2],
  ['$type of an unknown alias', { a: { $type: 'nope' } }, 2],
  ['$options without $regex', { a: { $options: 'i' } }, 2],
];

const limits: typeof refused = [
  ['$elemMatch in $all', { a: { $all: [{ $elemMatch: { b: 1 } }] } }, 2],
  ['$mod', { a: { $mod: [2, 0] } }, 2],
  ['$expr', { $expr: { $gt: ['$a', 1] } }, 2],
  ['$bitsAllSet', { a: { $bitsAllSet: 1 } }, 2],
  ['$eq of a regular expression', { a: { $eq: /x/ } }, 2],
  ['a regular expression in $in', { a: { $in: [/x/] } }, 238],
  ['MinKey', { a: { $gt: new MinKey() } }, 238],
  ['a timestamp', { a: new Timestamp({ t: 1, i: 1 }) }, 238],
  ['a regular expression with a dot', { a: /a.b/ }, 238],
  ['a regular expression with a class', { a: { $regex: '[ab]' } }, 238],
  ['a regular expression with a choice', { a: { $regex: 'a|b' } }, 238],
  ['a regular expression with a final anchor', { a: { $regex: 'b$' } }, 238],
  ['a regular expression that repeats', { a: { $regex: 'ab*' } }, 238],
  ['a regular expression with a class escape', { a: { $regex: '\\d' } }, 238],
  ['$regex with x', { a: { $regex: 'x', $options: 'x' } }, 238],
  ['$regex with m', { a: { $regex: 'x', $options: 'm' } }, 238],
  ['$regex with s', { a: { $regex: 'x', $options: 's' } }, 238],
];

test.each(refused)('query: %s is refused', async (_, filter, code) => {
  const collection = await bench.fill(a(1));
  expect(await codeOf(collection.find(filter).toArray())).toBe(code);
});

embeddedLimit.each(limits)('limit: %s in a query is refused', async (_, filter, code) => {
  const collection = await bench.fill(a(1));
  expect(await limitCodeOf(collection.find(filter).toArray())).toBe(code);
});

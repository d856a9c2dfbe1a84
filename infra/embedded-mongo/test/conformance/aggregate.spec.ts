import { Decimal128, type Document, Double, Long, ObjectId } from 'mongodb';
import { codeOf, raw, typed, useServer } from './harness';

const bench = useServer('aggregate');
/** A branch of $switch; `then` is not written as a property, which would make the object look like a promise. */
const branch = (test: unknown, value: unknown): Document =>
  Object.fromEntries([
    ['case', test],
    ['then', value],
  ]);
const dec = (text: string): Decimal128 => Decimal128.fromString(text);
const long = (text: string): Long => Long.fromString(text);
const day = new Date('2024-02-29T13:05:09.007Z');

type Case = [title: string, docs: Document[], pipeline: Document[], expected: Document[]];

const abc = [
  { _id: 1, a: 3, t: 'x' },
  { _id: 2, a: 1, t: 'y' },
  { _id: 3, a: 2, t: 'x' },
];
const byId = { $sort: { _id: 1 } };

const cases: Case[] = [
  ['an empty pipeline returns all', abc, [], abc],
  ['$match', abc, [{ $match: { a: { $gte: 2 } } }, byId], [abc[0]!, abc[2]!]],
  ['two $match', abc, [{ $match: { a: { $gte: 2 } } }, { $match: { t: 'x' } }, { $match: { a: 2 } }], [abc[2]!]],
  ['$sort, $skip, $limit', abc, [{ $sort: { a: 1 } }, { $skip: 1 }, { $limit: 1 }], [abc[2]!]],
  ['$limit before $sort limits first', abc, [byId, { $limit: 2 }, { $sort: { a: 1 } }], [abc[1]!, abc[0]!]],
  ['$limit then $skip', abc, [byId, { $limit: 2 }, { $skip: 1 }], [abc[1]!]],
  [
    '$sort by two keys',
    abc,
    [{ $sort: { t: 1, a: -1 } }, { $project: { _id: 1 } }],
    [{ _id: 1 }, { _id: 3 }, { _id: 2 }],
  ],
  // $project
  ['$project includes', abc, [byId, { $limit: 1 }, { $project: { a: 1 } }], [{ _id: 1, a: 3 }]],
  ['$project without _id', abc, [byId, { $limit: 1 }, { $project: { _id: 0, a: 1 } }], [{ a: 3 }]],
  ['$project excludes', abc, [byId, { $limit: 1 }, { $project: { a: 0 } }], [{ _id: 1, t: 'x' }]],
  ['$project computes', abc, [byId, { $limit: 1 }, { $project: { b: { $add: ['$a', 1] } } }], [{ _id: 1, b: 4 }]],
  ['$project renames', abc, [byId, { $limit: 1 }, { $project: { b: '$a' } }], [{ _id: 1, b: 3 }]],
  ['$project of a missing field leaves it out', [{ _id: 1 }], [{ $project: { b: '$a' } }], [{ _id: 1 }]],
  [
    '$project of a nested field',
    [{ _id: 1, a: { b: 1, c: 2 } }],
    [{ $project: { 'a.b': 1 } }],
    [{ _id: 1, a: { b: 1 } }],
  ],
  [
    '$project into arrays of documents',
    [{ _id: 1, a: [{ b: 1, c: 2 }, 5, { c: 3 }] }],
    [{ $project: { 'a.b': 1 } }],
    [{ _id: 1, a: [{ b: 1 }, {}] }],
  ],
  [
    '$project by a nested specification',
    [{ _id: 1, a: { b: 1, c: 2 } }],
    [{ $project: { a: { c: 1 } } }],
    [{ _id: 1, a: { c: 2 } }],
  ],
  [
    '$project of a path through an array',
    [{ _id: 1, a: [{ b: 1 }, { b: 2 }, {}] }],
    [{ $project: { x: '$a.b' } }],
    [{ _id: 1, x: [1, 2] }],
  ],
  [
    '$project an array of expressions',
    [{ _id: 1, a: 1 }],
    [{ $project: { x: ['$a', '$nope'] } }],
    [{ _id: 1, x: [1, null] }],
  ],
  // $addFields $set $unset
  [
    '$addFields adds and replaces in place',
    [{ _id: 1, a: 1, b: 2 }],
    [{ $addFields: { a: 5, c: '$b' } }],
    [{ _id: 1, a: 5, b: 2, c: 2 }],
  ],
  ['$set is $addFields', [{ _id: 1, a: 1 }], [{ $set: { b: { $add: ['$a', 1] } } }], [{ _id: 1, a: 1, b: 2 }]],
  [
    '$addFields inside a document',
    [{ _id: 1, a: { b: 1 } }],
    [{ $addFields: { 'a.c': 2 } }],
    [{ _id: 1, a: { b: 1, c: 2 } }],
  ],
  [
    '$addFields inside an array of documents',
    [{ _id: 1, a: [{ b: 1 }, { b: 2 }] }],
    [{ $addFields: { 'a.c': 0 } }],
    [
      {
        _id: 1,
        a: [
          { b: 1, c: 0 },
          { b: 2, c: 0 },
        ],
      },
    ],
  ],
  ['$addFields with $$REMOVE', [{ _id: 1, a: 1 }], [{ $addFields: { a: '$$REMOVE' } }], [{ _id: 1 }]],
  ['$unset of several', [{ _id: 1, a: 1, b: { c: 1, d: 2 } }], [{ $unset: ['a', 'b.c'] }], [{ _id: 1, b: { d: 2 } }]],
  // $group
  [
    '$group sums',
    abc,
    [{ $group: { _id: '$t', n: { $sum: '$a' } } }, byId],
    [
      { _id: 'x', n: 5 },
      { _id: 'y', n: 1 },
    ],
  ],
  [
    '$group counts',
    abc,
    [{ $group: { _id: '$t', n: { $sum: 1 } } }, byId],
    [
      { _id: 'x', n: 2 },
      { _id: 'y', n: 1 },
    ],
  ],
  ['$group $count', abc, [{ $group: { _id: null, n: { $count: {} } } }], [{ _id: null, n: 3 }]],
  ['$group of nothing has no group', [], [{ $group: { _id: null, n: { $sum: 1 } } }], []],
  [
    '$group puts missing and null together',
    [{ _id: 1 }, { _id: 2, a: null }],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [{ _id: null, n: 2 }],
  ],
  [
    '$group puts equal numbers together',
    [
      { _id: 1, a: 1 },
      { _id: 2, a: new Double(1) },
      { _id: 3, a: long('1') },
    ],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }, { $project: { _id: 0 } }],
    [{ n: 3 }],
  ],
  [
    '$group by a document',
    abc,
    [{ $group: { _id: { t: '$t' }, n: { $sum: 1 } } }, byId],
    [
      { _id: { t: 'x' }, n: 2 },
      { _id: { t: 'y' }, n: 1 },
    ],
  ],
  ['$group $avg', abc, [{ $group: { _id: null, n: { $avg: '$a' } } }], [{ _id: null, n: new Double(2) }]],
  [
    '$avg of nothing is null',
    [{ _id: 1, a: 'x' }],
    [{ $group: { _id: null, n: { $avg: '$a' } } }],
    [{ _id: null, n: null }],
  ],
  [
    '$sum skips what is no number',
    [{ _id: 1, a: 'x' }, { _id: 2, a: 2 }, { _id: 3 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: 2 }],
  ],
  ['$sum of nothing is 0', [{ _id: 1 }], [{ $group: { _id: null, n: { $sum: '$a' } } }], [{ _id: null, n: 0 }]],
  [
    '$sum does not sum inside arrays',
    [{ _id: 1, a: [1, 2] }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: 0 }],
  ],
  [
    '$sum of ten times 0.1',
    Array.from({ length: 10 }, () => ({ a: 0.1 })),
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: new Double(1) }],
  ],
  [
    '$sum past int32 gives a long',
    [{ a: 2147483647 }, { a: 1 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: long('2147483648') }],
  ],
  [
    '$sum of large longs is exact',
    [{ a: long('9007199254740993') }, { a: 2 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: long('9007199254740995') }],
  ],
  [
    '$sum of decimals',
    [{ a: dec('0.1') }, { a: dec('0.2') }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: dec('0.3') }],
  ],
  [
    '$min and $max',
    [...abc, { _id: 4 }, { _id: 5, a: null }],
    [{ $group: { _id: null, lo: { $min: '$a' }, hi: { $max: '$a' } } }],
    [{ _id: null, lo: 1, hi: 3 }],
  ],
  [
    '$max by type order',
    [{ a: 5 }, { a: 'x' }],
    [{ $group: { _id: null, hi: { $max: '$a' } } }],
    [{ _id: null, hi: 'x' }],
  ],
  [
    '$first and $last',
    abc,
    [byId, { $group: { _id: null, f: { $first: '$a' }, l: { $last: '$a' } } }],
    [{ _id: null, f: 3, l: 2 }],
  ],
  [
    '$first of a missing field is null',
    [{ _id: 1 }],
    [{ $group: { _id: null, f: { $first: '$a' } } }],
    [{ _id: null, f: null }],
  ],
  [
    '$push keeps order and skips missing',
    [...abc, { _id: 4 }, { _id: 5, a: null }],
    [byId, { $group: { _id: null, l: { $push: '$a' } } }],
    [{ _id: null, l: [3, 1, 2, null] }],
  ],
  [
    '$push of documents',
    abc,
    [byId, { $group: { _id: '$t', l: { $push: { id: '$_id' } } } }, byId],
    [
      { _id: 'x', l: [{ id: 1 }, { id: 3 }] },
      { _id: 'y', l: [{ id: 2 }] },
    ],
  ],
  [
    '$addToSet keeps each value once',
    [{ a: 1 }, { a: 1 }, { a: long('1') }],
    [{ $group: { _id: null, s: { $addToSet: '$a' } } }, { $project: { n: { $size: '$s' } } }],
    [{ _id: null, n: 1 }],
  ],
  // $count $sortByCount $unwind
  ['$count', abc, [{ $match: { t: 'x' } }, { $count: 'n' }], [{ n: 2 }]],
  ['$count of nothing returns nothing', abc, [{ $match: { t: 'z' } }, { $count: 'n' }], []],
  [
    '$sortByCount',
    abc,
    [{ $sortByCount: '$t' }],
    [
      { _id: 'x', count: 2 },
      { _id: 'y', count: 1 },
    ],
  ],
  [
    '$unwind',
    [{ _id: 1, a: [1, 2] }],
    [{ $unwind: '$a' }],
    [
      { _id: 1, a: 1 },
      { _id: 1, a: 2 },
    ],
  ],
  [
    '$unwind drops missing, null and empty',
    [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: [] }],
    [{ $unwind: '$a' }],
    [],
  ],
  [
    '$unwind preserves on request',
    [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: [] }],
    [byId, { $unwind: { path: '$a', preserveNullAndEmptyArrays: true } }],
    [{ _id: 1 }, { _id: 2, a: null }, { _id: 3 }],
  ],
  ['$unwind of a scalar', [{ _id: 1, a: 5 }], [{ $unwind: '$a' }], [{ _id: 1, a: 5 }]],
  [
    '$unwind with the index',
    [{ _id: 1, a: ['x', 'y'] }],
    [{ $unwind: { path: '$a', includeArrayIndex: 'i' } }, { $match: { i: 1 } }, { $project: { i: 0 } }],
    [{ _id: 1, a: 'y' }],
  ],
  [
    '$unwind of a nested path',
    [{ _id: 1, a: { b: [1, 2], c: 3 } }],
    [{ $unwind: '$a.b' }],
    [
      { _id: 1, a: { b: 1, c: 3 } },
      { _id: 1, a: { b: 2, c: 3 } },
    ],
  ],
  // $replaceRoot $facet
  ['$replaceRoot', [{ _id: 1, a: { b: 2 } }], [{ $replaceRoot: { newRoot: '$a' } }], [{ b: 2 }]],
  [
    '$replaceWith of an expression',
    [{ _id: 1, a: { b: 2 } }],
    [{ $replaceWith: { $mergeObjects: ['$a', { c: 3 }] } }],
    [{ b: 2, c: 3 }],
  ],
  [
    '$facet',
    abc,
    [{ $facet: { n: [{ $count: 'n' }], x: [{ $match: { t: 'y' } }] } }],
    [{ n: [{ n: 3 }], x: [abc[1]!] }],
  ],
  ['$facet of nothing', [], [{ $facet: { n: [{ $count: 'n' }] } }], [{ n: [] }]],
];

test.each(cases)('%s', async (_, docs, pipeline, expected) => {
  const collection = await bench.fill(docs);
  expect(typed(await collection.aggregate(pipeline, raw).toArray())).toEqual(typed(expected));
});

type Expression = [title: string, expression: unknown, expected: unknown];
const doc = {
  _id: 1,
  i: 7,
  n: -3,
  d: 2.5,
  s: 'Hello',
  u: 'h\u00e9llo',
  z: null,
  l: [3, 1, 2],
  o: [
    { k: 'a', v: 1 },
    { k: 'b', v: 5 },
  ],
  t: day,
  e: {},
  big: long('9007199254740993'),
  dec: dec('1.5'),
};

const expressions: Expression[] = [
  ['$add', { $add: ['$i', 1, 2] }, 10],
  ['$add of a double', { $add: ['$i', '$d'] }, 9.5],
  ['$add of a date', { $add: ['$t', 1000] }, new Date(day.getTime() + 1000)],
  ['$add of null', { $add: ['$i', '$z'] }, null],
  ['$add of missing', { $add: ['$i', '$nope'] }, null],
  ['$add of a long is exact', { $add: ['$big', 2] }, long('9007199254740995')],
  ['$add of a decimal', { $add: ['$dec', 1] }, dec('2.5')],
  ['$subtract', { $subtract: ['$i', 10] }, -3],
  ['$subtract of dates gives ms', { $subtract: ['$t', new Date(day.getTime() - 5)] }, long('5')],
  ['$multiply', { $multiply: ['$i', 2] }, 14],
  ['$divide of ints gives a double', { $divide: ['$i', 2] }, 3.5],
  ['$divide of a decimal', { $divide: ['$dec', 3] }, dec('0.5')],
  ['$mod', { $mod: ['$i', 4] }, 3],
  ['$mod keeps the sign of the dividend', { $mod: ['$n', 2] }, -1],
  ['$abs', { $abs: '$n' }, 3],
  ['$floor and $ceil', [{ $floor: '$d' }, { $ceil: '$d' }], [new Double(2), new Double(3)]],
  ['$round goes to even', [{ $round: ['$d', 0] }, { $round: [{ $literal: 3.5 }, 0] }], [new Double(2), new Double(4)]],
  ['$round to places', { $round: [{ $literal: 1.255 }, 1] }, 1.3],
  ['$trunc', { $trunc: [-2.7, 0] }, new Double(-2)],
  ['$eq across numeric types', { $eq: ['$big', dec('9007199254740993')] }, true],
  ['$gt across types', { $gt: ['$s', 1] }, true],
  ['$lt of missing and null', { $lt: ['$nope', null] }, true],
  ['$cmp', { $cmp: ['$i', 9] }, -1],
  ['$and, $or, $not', [{ $and: [1, true] }, { $or: [0, null] }, { $not: ['$z'] }], [true, false, true]],
  ['$and of nothing', { $and: [] }, true],
  ['$cond as a list', { $cond: [{ $gt: ['$i', 5] }, 'big', 'small'] }, 'big'],
  [
    '$cond by name',
    {
      $cond: Object.fromEntries([
        ['if', '$z'],
        ['then', 1],
        ['else', 2],
      ]),
    },
    2,
  ],
  ['$ifNull', { $ifNull: ['$nope', '$z', 'x'] }, 'x'],
  [
    '$switch',
    {
      $switch: {
        branches: [branch({ $eq: ['$i', 1] }, 'a'), branch({ $eq: ['$i', 7] }, 'b')],
        default: 'c',
      },
    },
    'b',
  ],
  ['$let', { $let: { vars: { x: '$i' }, in: { $add: ['$$x', 1] } } }, 8],
  ['$literal', { $literal: '$i' }, '$i'],
  ['$type', [{ $type: '$nope' }, { $type: '$big' }, { $type: '$l' }], ['missing', 'long', 'array']],
  ['$concat', { $concat: ['$s', '!', 'x'] }, 'Hello!x'],
  ['$concat with null', { $concat: ['$s', '$z'] }, null],
  ['$toLower and $toUpper', [{ $toLower: '$s' }, { $toUpper: '$s' }, { $toLower: '$z' }], ['hello', 'HELLO', '']],
  ['$strLenCP', { $strLenCP: '$u' }, 5],
  ['$substrCP', { $substrCP: ['$u', 1, 3] }, '\u00e9ll'],
  ['$split', { $split: ['a,b,c', ','] }, ['a', 'b', 'c']],
  [
    '$toString',
    [{ $toString: '$i' }, { $toString: '$t' }, { $toString: true }],
    ['7', '2024-02-29T13:05:09.007Z', 'true'],
  ],
  ['$toInt and $toLong', [{ $toInt: '12' }, { $toInt: 2.9 }, { $toLong: '$i' }], [12, 2, long('7')]],
  ['$toDouble', { $toDouble: '$i' }, new Double(7)],
  ['$toBool', [{ $toBool: '$i' }, { $toBool: 0 }], [true, false]],
  ['$size', { $size: '$l' }, 3],
  ['$in', [{ $in: [2, '$l'] }, { $in: [9, '$l'] }], [true, false]],
  ['$arrayElemAt', [{ $arrayElemAt: ['$l', 0] }, { $arrayElemAt: ['$l', -1] }], [3, 2]],
  ['$arrayElemAt out of bounds is missing', { $ifNull: [{ $arrayElemAt: ['$l', 9] }, 'none'] }, 'none'],
  ['$first and $last', [{ $first: '$l' }, { $last: '$l' }], [3, 2]],
  ['$slice', [{ $slice: ['$l', 2] }, { $slice: ['$l', -1] }, { $slice: ['$l', 1, 1] }], [[3, 1], [2], [1]]],
  ['$filter', { $filter: { input: '$l', as: 'x', cond: { $gte: ['$$x', 2] } } }, [3, 2]],
  ['$map', { $map: { input: '$o', as: 'x', in: '$$x.v' } }, [1, 5]],
  ['$map of null', { $map: { input: '$z', in: '$$this' } }, null],
  ['$reduce', { $reduce: { input: '$l', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, 6],
  ['$concatArrays', { $concatArrays: ['$l', [9]] }, [3, 1, 2, 9]],
  ['$isArray', [{ $isArray: '$l' }, { $isArray: '$i' }], [true, false]],
  [
    '$sum, $avg, $min, $max of an array',
    [{ $sum: '$l' }, { $avg: '$l' }, { $min: '$l' }, { $max: '$l' }],
    [6, new Double(2), 1, 3],
  ],
  ['$sum of operands', { $sum: ['$i', '$n', '$s'] }, 4],
  ['$mergeObjects', { $mergeObjects: [{ a: 1 }, '$z', { a: 2, b: 3 }] }, { a: 2, b: 3 }],
  ['a path through an array', '$o.k', ['a', 'b']],
  ['a number in a path is a field name', '$l.0', []],
  ['a document of expressions', { x: '$i', y: '$nope' }, { x: 7 }],
  ['$$ROOT', '$$ROOT._id', 1],
  [
    '$year and the like',
    [
      { $year: '$t' },
      { $month: '$t' },
      { $dayOfMonth: '$t' },
      { $hour: '$t' },
      { $minute: '$t' },
      { $second: '$t' },
      { $millisecond: '$t' },
    ],
    [2024, 2, 29, 13, 5, 9, 7],
  ],
  ['$dayOfWeek and $dayOfYear', [{ $dayOfWeek: '$t' }, { $dayOfYear: '$t' }], [5, 60]],
  ['$dateToString', { $dateToString: { date: '$t', format: '%Y-%m-%d %H:%M' } }, '2024-02-29 13:05'],
  ['$dateToString of null', { $dateToString: { date: '$z', onNull: 'never' } }, 'never'],
  ['$dateTrunc', { $dateTrunc: { date: '$t', unit: 'month' } }, new Date('2024-02-01')],
];

test.each(expressions)('expression %s', async (_, expression, expected) => {
  const collection = await bench.fill([doc]);
  const [result] = await collection.aggregate([{ $replaceWith: { r: expression } }], raw).toArray();
  expect(typed(result?.r)).toEqual(typed(expected));
});

const refused: [title: string, pipeline: Document[], code: number][] = [
  ['an unknown stage', [{ $foo: {} }], 40324],
  ['a stage of two fields', [{ $match: {}, $sort: { a: 1 } }], 40323],
  ['an unknown expression', [{ $project: { a: { $foo: 1 } } }], 168],
  ['an unknown accumulator', [{ $group: { _id: 1, a: { $foo: 1 } } }], 15952],
  ['$group without _id', [{ $group: { a: { $sum: 1 } } }], 15955],
  ['a mixed projection', [{ $project: { a: 1, b: 0 } }], 31254],
  ['colliding paths', [{ $project: { a: 1, 'a.b': 1 } }], 31250],
  ['$replaceRoot by a scalar', [{ $replaceRoot: { newRoot: '$a' } }], 40228],
  ['$divide by zero', [{ $project: { x: { $divide: ['$a', 0] } } }], 2],
  ['$size of a scalar', [{ $project: { x: { $size: '$a' } } }], 17124],
  ['$facet inside $facet', [{ $facet: { x: [{ $facet: { y: [] } }] } }], 40600],
  ['an empty $project', [{ $project: {} }], 51272],
];

test.each(refused)('%s is refused', async (_, pipeline, code) => {
  const collection = await bench.fill([{ a: 5 }]);
  expect(await codeOf(collection.aggregate(pipeline).toArray())).toBe(code);
});

test('$lookup joins by equality, also by elements and by null', async () => {
  const id = new ObjectId();
  const people = await bench.fill([{ _id: id, name: 'ann' }, { _id: 2, name: 'bob' }, { _id: 3 }]);
  const orders = await bench.fill([{ _id: 1, p: id }, { _id: 2, p: [2, id] }, { _id: 3, p: 9 }, { _id: 4 }]);
  const join = (localField: string, foreignField: string): Promise<Document[]> =>
    orders
      .aggregate([
        { $lookup: { from: people.collectionName, localField, foreignField, as: 'found' } },
        { $project: { n: '$found._id' } },
        { $sort: { _id: 1 } },
      ])
      .toArray();
  expect(await join('p', '_id')).toEqual([
    { _id: 1, n: [id] },
    { _id: 2, n: [2, id] },
    { _id: 3, n: [] },
    { _id: 4, n: [] },
  ]);
  expect((await join('p', 'name')).map((row) => row.n)).toEqual([[], [], [], [3]]);
});

import { Decimal128, type Document, Double, Long } from 'mongodb';
import { codeOf, embeddedLimit, limitCodeOf, raw, typed, useServer } from './harness';

const bench = useServer('aggregate');
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
  ['$project a literal', abc, [byId, { $limit: 1 }, { $project: { b: { $literal: 4 } } }], [{ _id: 1, b: 4 }]],
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
  // $addFields
  [
    '$addFields adds and replaces in place',
    [{ _id: 1, a: 1, b: 2 }],
    [{ $addFields: { a: 5, c: '$b' } }],
    [{ _id: 1, a: 5, b: 2, c: 2 }],
  ],
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
  ['$group of no documents returns no group', [], [{ $group: { _id: null, n: { $sum: 1 } } }], []],
  [
    '$group groups missing fields with null',
    [{ _id: 1 }, { _id: 2, a: null }],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [{ _id: null, n: 2 }],
  ],
  [
    '$group groups equal numbers of different types',
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
    '$avg without numbers is null',
    [{ _id: 1, a: 'x' }],
    [{ $group: { _id: null, n: { $avg: '$a' } } }],
    [{ _id: null, n: null }],
  ],
  [
    '$sum skips values that are not numbers',
    [{ _id: 1, a: 'x' }, { _id: 2, a: 2 }, { _id: 3 }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: 2 }],
  ],
  ['$sum of missing fields is 0', [{ _id: 1 }], [{ $group: { _id: null, n: { $sum: '$a' } } }], [{ _id: null, n: 0 }]],
  [
    '$sum does not sum inside arrays',
    [{ _id: 1, a: [1, 2] }],
    [{ $group: { _id: null, n: { $sum: '$a' } } }],
    [{ _id: null, n: 0 }],
  ],
  [
    '$sum of ten values of 0.1 is exactly 1',
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
    '$push keeps the order and skips missing fields',
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
    [{ $group: { _id: null, s: { $addToSet: '$a' } } }, { $unwind: '$s' }, { $count: 'n' }],
    [{ n: 1 }],
  ],
  // $count $unwind
  ['$count', abc, [{ $match: { t: 'x' } }, { $count: 'n' }], [{ n: 2 }]],
  ['$count of no documents returns nothing', abc, [{ $match: { t: 'z' } }, { $count: 'n' }], []],
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
    '$unwind drops documents whose array is missing, null or empty',
    [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: [] }],
    [{ $unwind: '$a' }],
    [],
  ],
  [
    '$unwind keeps documents whose array is missing, null or empty with preserveNullAndEmptyArrays',
    [{ _id: 1 }, { _id: 2, a: null }, { _id: 3, a: [] }],
    [byId, { $unwind: { path: '$a', preserveNullAndEmptyArrays: true } }],
    [{ _id: 1 }, { _id: 2, a: null }, { _id: 3 }],
  ],
  ['$unwind of a scalar', [{ _id: 1, a: 5 }], [{ $unwind: '$a' }], [{ _id: 1, a: 5 }]],
  [
    '$unwind of a nested path',
    [{ _id: 1, a: { b: [1, 2], c: 3 } }],
    [{ $unwind: '$a.b' }],
    [
      { _id: 1, a: { b: 1, c: 3 } },
      { _id: 1, a: { b: 2, c: 3 } },
    ],
  ],
];

test.each(cases)('aggregate: %s', async (_, docs, pipeline, expected) => {
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
  ['$literal', { $literal: '$i' }, '$i'],
  ['a path through an array', '$o.k', ['a', 'b']],
  ['a number in a path is a field name', '$l.0', []],
  ['an array of documents', [{ x: '$i', y: '$nope' }], [{ x: 7 }]],
  ['an array of expressions', ['$i', '$nope', 5], [7, null, 5]],
  ['a long', '$big', long('9007199254740993')],
];

test.each(expressions)('aggregate evaluates the expression %s', async (_, expression, expected) => {
  const collection = await bench.fill([doc]);
  const [result] = await collection.aggregate([{ $addFields: { r: expression } }], raw).toArray();
  expect(typed(result?.r)).toEqual(typed(expected));
});

const refused: [title: string, pipeline: Document[], code: number][] = [
  ['an unknown stage', [{ $foo: {} }], 40324],
  ['a stage of two fields', [{ $match: {}, $sort: { a: 1 } }], 40323],
  ['an unknown expression', [{ $addFields: { a: { $foo: 1 } } }], 168],
  ['an unknown accumulator', [{ $group: { _id: 1, a: { $foo: 1 } } }], 15952],
  ['$group without _id', [{ $group: { a: { $sum: 1 } } }], 15955],
  ['a mixed projection', [{ $project: { a: 1, b: 0 } }], 31254],
  ['colliding paths', [{ $project: { a: 1, 'a.b': 1 } }], 31250],
  ['$unwind without a path', [{ $unwind: 'a' }], 28818],
  ['$limit of zero', [{ $limit: 0 }], 15958],
  ['$limit of a negative', [{ $limit: -1 }], 5107201],
  ['$limit of zero after another stage', [{ $unwind: '$a' }, { $limit: 0 }], 15958],
  ['$skip of a negative', [{ $skip: -1 }], 5107200],
  ['$skip of text', [{ $skip: 'x' }], 5107200],
  ['an empty $sort', [{ $sort: {} }], 15976],
  ['an empty $project', [{ $project: {} }], 51272],
];

const limits: typeof refused = [
  ['a nested projection', [{ $project: { a: { b: 1 } } }], 238],
  ['a nested $addFields', [{ $addFields: { a: { b: 1 } } }], 238],
  ['$set', [{ $set: { b: 1 } }], 40324],
  ['$lookup', [{ $lookup: { from: 'x', localField: 'a', foreignField: 'b', as: 'c' } }], 40324],
  ['$replaceRoot', [{ $replaceRoot: { newRoot: '$a' } }], 40324],
  ['$facet', [{ $facet: { x: [] } }], 40324],
  ['$sortByCount', [{ $sortByCount: '$a' }], 40324],
  ['$unset', [{ $unset: 'a' }], 40324],
  ['$out', [{ $out: 'x' }], 40324],
  ['$unwind with the index', [{ $unwind: { path: '$a', includeArrayIndex: 'i' } }], 40415],
  ['a variable', [{ $project: { x: '$$ROOT' } }], 238],
  ['a date expression', [{ $project: { x: { $year: '$a' } } }], 168],
  ['a string expression', [{ $project: { x: { $concat: ['a', 'b'] } } }], 168],
  ['$add', [{ $project: { x: { $add: ['$a', 1] } } }], 168],
  ['$cond', [{ $project: { x: { $cond: [1, 2, 3] } } }], 168],
  ['$ifNull', [{ $project: { x: { $ifNull: ['$a', 1] } } }], 168],
  ['$size', [{ $project: { x: { $size: '$a' } } }], 168],
  ['$subtract', [{ $project: { x: { $subtract: ['$a', 1] } } }], 168],
  ['$sum of decimals', [{ $group: { _id: 1, x: { $sum: Decimal128.fromString('1') } } }], 238],
  ['$group $mergeObjects', [{ $group: { _id: 1, x: { $mergeObjects: '$a' } } }], 15952],
];

test.each(refused)('aggregate: %s is refused', async (_, pipeline, code) => {
  const collection = await bench.fill([{ a: 5 }]);
  expect(await codeOf(collection.aggregate(pipeline).toArray())).toBe(code);
});

embeddedLimit.each(limits)('limit: %s in aggregate is refused', async (_, pipeline, code) => {
  const collection = await bench.fill([{ a: 5 }]);
  expect(await limitCodeOf(collection.aggregate(pipeline).toArray())).toBe(code);
});

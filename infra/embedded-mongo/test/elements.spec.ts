import { Binary, BSON, Decimal128, Double, Long, ObjectId } from 'bson';
import { changedFields, decodeFields, fieldNames, pickElements } from '../src/bson/elements.js';
import { decode } from '../src/bson/values.js';

/** A document with a field of each supported type, and with names beyond ASCII. */
const stored = Buffer.from(
  BSON.serialize({
    _id: new ObjectId(),
    text: 'naïve 森 👩🏽‍💻',
    empty: '',
    naïve: 'a name beyond ASCII',
    int: -7,
    double: 1.5,
    whole: new Double(3),
    negativeZero: -0,
    long: Long.fromString('9007199254740993'),
    decimal: Decimal128.fromString('1.10'),
    yes: true,
    no: false,
    nothing: null,
    date: new Date(-1),
    bytes: new Binary(Buffer.from([1, 2, 3])),
    document: { a: { b: [1, { c: 2 }] }, empty: {} },
    array: ['a', null, [new Double(2)]],
    __proto__x: 1,
    last: 'last',
  }),
);
const whole = decode(stored);
const names = Object.keys(whole);

it.each(names)('decodeFields decodes the field %s alone as in the whole document', (name) => {
  expect(decodeFields(stored, fieldNames([name]))).toStrictEqual({ [name]: whole[name] });
});

it('decodeFields decodes any fields in any order, and omits missing ones', () => {
  expect(decodeFields(stored, fieldNames(['last', 'absent', 'int', 'last']))).toStrictEqual({
    int: -7,
    last: 'last',
  });
  expect(decodeFields(stored, fieldNames([]))).toStrictEqual({});
  expect(decodeFields(stored, fieldNames([...names, 'absent']))).toStrictEqual(whole);
});

it.each(names)('pickElements copies all fields except %s unchanged', (name) => {
  const others = BSON.serialize(
    Object.fromEntries(
      Object.entries(BSON.deserialize(stored, { promoteValues: false })).filter(([key]) => key !== name),
    ),
  );
  expect(pickElements(stored, (key) => key !== name)).toEqual(Buffer.from(others));
});

it.each(names)('changedFields names the field %s alone if it differs, is missing or is added', (name) => {
  const fields = BSON.deserialize(stored, { promoteValues: false });
  const { [name]: _left, ...others } = fields;
  const [less, other] = [others, { ...fields, [name]: 'another' }].map((doc) => Buffer.from(BSON.serialize(doc))) as [
    Buffer,
    Buffer,
  ];
  expect([...changedFields(stored, less)]).toEqual([name]);
  expect([...changedFields(less, stored)]).toEqual([name]);
  expect([...changedFields(stored, other)]).toEqual([name]);
  expect([...changedFields(stored, stored)]).toEqual([]);
});

import { ObjectId } from 'bson';
import { toNumber } from '../bson/numbers.js';
import { isNumeric, typeName, type Value } from '../bson/values.js';
import { MongoError, unsupported } from '../errors.js';
import { nullable, type Operator, requireInteger, strict } from './expression.js';

/** $toString, as the server prints each type. */
export function printValue(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (isNumeric(value)) {
    const text = typeName(value) === 'double' ? String(toNumber(value)) : String(value);
    if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  }
  throw unsupported(`The conversion of ${typeName(value)} ${String(value)} to a string`);
}

/** Case operators and the like take null as '' and print numbers and dates. */
const textOf = (value: Value): string => (value === null || value === undefined ? '' : printValue(value));

function requireText(value: Value, name: string): string {
  if (typeof value !== 'string')
    throw new MongoError(34471, `${name} requires a string argument, found: ${typeName(value)}`);
  return value;
}

/** The server changes the case of ASCII letters only. */
const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const upper = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());

export const stringOperators: Record<string, Operator> = {
  $concat: nullable(0, Number.POSITIVE_INFINITY, (values) =>
    values
      .map((value) => {
        if (typeof value !== 'string')
          throw new MongoError(16702, `$concat only supports strings, not ${typeName(value)}`);
        return value;
      })
      .join(''),
  ),
  $toLower: strict(1, 1, ([value]) => lower(textOf(value))),
  $toUpper: strict(1, 1, ([value]) => upper(textOf(value))),
  $toString: nullable(1, 1, ([value]) => printValue(value)),
  $strLenCP: strict(1, 1, ([value], name) => [...requireText(value, name)].length),
  $substrCP: strict(3, 3, ([value, start, count], name) => {
    const [from, size] = [requireInteger(start, name), requireInteger(count, name)];
    if (from < 0 || size < 0) throw new MongoError(34452, `${name}: the start and the count must be non-negative`);
    return [...textOf(value)].slice(from, from + size).join('');
  }),
  $split: nullable(2, 2, ([value, separator], name) => {
    if (separator === '') throw new MongoError(40087, '$split requires a non-empty separator');
    return requireText(value, name).split(requireText(separator, name));
  }),
  $strcasecmp: strict(2, 2, ([a, b]) => {
    const [x, y] = [Buffer.from(upper(textOf(a))), Buffer.from(upper(textOf(b)))];
    return Buffer.compare(x, y);
  }),
};

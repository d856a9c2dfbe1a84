import { ObjectId, Timestamp } from 'bson';
import { isDoc, typeName, type Value } from '../bson/values.js';
import { failedToParse, MongoError, unsupported } from '../errors.js';
import { compileExpression, namedOperands, type Operator } from './expression.js';

function dateOf(value: Value, name: string): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date(value.getHighBitsUnsigned() * 1000);
  throw new MongoError(16006, `can't convert from BSON type ${typeName(value)} to Date in ${name}`);
}

function refuseZone(zone: Value): void {
  if (zone !== undefined && zone !== 'UTC' && zone !== 'GMT' && zone !== '+00:00')
    throw unsupported('A timezone other than UTC');
}

/** A part of a date in UTC, from a date or `{ date, timezone }`. */
const part =
  (read: (date: Date) => number): Operator =>
  (operand, name) => {
    const named =
      isDoc(operand) && 'date' in operand ? namedOperands(operand, name, ['date'], ['timezone']) : { date: operand };
    refuseZone((named as { timezone?: Value }).timezone);
    const list = Array.isArray(named.date) && named.date.length === 1 ? named.date[0] : named.date;
    const evaluate = compileExpression(list);
    return (scope) => {
      const value = evaluate(scope);
      return value === null || value === undefined ? null : read(dateOf(value, name));
    };
  };

const dayMs = 86_400_000;
const startOfYear = (date: Date): number => Date.UTC(date.getUTCFullYear(), 0, 1);
const dayOfYear = (date: Date): number => Math.floor((date.getTime() - startOfYear(date)) / dayMs) + 1;
const pad = (value: number, width: number): string => String(value).padStart(width, '0');

const specifiers: Record<string, (date: Date) => string> = {
  Y: (date) => pad(date.getUTCFullYear(), 4),
  m: (date) => pad(date.getUTCMonth() + 1, 2),
  d: (date) => pad(date.getUTCDate(), 2),
  H: (date) => pad(date.getUTCHours(), 2),
  M: (date) => pad(date.getUTCMinutes(), 2),
  S: (date) => pad(date.getUTCSeconds(), 2),
  L: (date) => pad(date.getUTCMilliseconds(), 3),
  j: (date) => pad(dayOfYear(date), 3),
  w: (date) => String(date.getUTCDay() + 1),
  u: (date) => String(date.getUTCDay() || 7),
  z: () => '+0000',
  '%': () => '%',
};

const dateToString: Operator = (operand, name) => {
  const named = namedOperands(operand, name, ['date'], ['format', 'timezone', 'onNull']);
  refuseZone(named.timezone);
  const format = named.format ?? '%Y-%m-%dT%H:%M:%S.%LZ';
  if (typeof format !== 'string') throw failedToParse('$dateToString requires a constant string format');
  for (const [, code] of format.matchAll(/%(.?)/g)) {
    if (!specifiers[code!]) throw new MongoError(18536, `Invalid format character '%${code}' in format string`);
  }
  const date = compileExpression(named.date);
  const onNull = 'onNull' in named ? compileExpression(named.onNull) : () => null;
  return (scope) => {
    const value = date(scope);
    if (value === null || value === undefined) return onNull(scope);
    const parsed = dateOf(value, name);
    return format.replace(/%(.)/g, (_, code: string) => specifiers[code]!(parsed));
  };
};

const truncations: Record<string, (date: Date) => number> = {
  year: startOfYear,
  quarter: (date) => Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1),
  month: (date) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
  day: (date) => Math.floor(date.getTime() / dayMs) * dayMs,
  hour: (date) => Math.floor(date.getTime() / 3_600_000) * 3_600_000,
  minute: (date) => Math.floor(date.getTime() / 60_000) * 60_000,
  second: (date) => Math.floor(date.getTime() / 1000) * 1000,
};

const dateTrunc: Operator = (operand, name) => {
  const named = namedOperands(operand, name, ['date', 'unit'], ['timezone']);
  refuseZone(named.timezone);
  const unit =
    typeof named.unit === 'string' && Object.hasOwn(truncations, named.unit) ? truncations[named.unit] : undefined;
  if (!unit) throw unsupported(`The $dateTrunc unit ${String(named.unit)}`);
  const date = compileExpression(named.date);
  return (scope) => {
    const value = date(scope);
    return value === null || value === undefined ? null : new Date(unit(dateOf(value, name)));
  };
};

export const dateOperators: Record<string, Operator> = {
  $year: part((date) => date.getUTCFullYear()),
  $month: part((date) => date.getUTCMonth() + 1),
  $dayOfMonth: part((date) => date.getUTCDate()),
  $dayOfWeek: part((date) => date.getUTCDay() + 1),
  $dayOfYear: part(dayOfYear),
  $hour: part((date) => date.getUTCHours()),
  $minute: part((date) => date.getUTCMinutes()),
  $second: part((date) => date.getUTCSeconds()),
  $millisecond: part((date) => date.getUTCMilliseconds()),
  $dateToString: dateToString,
  $dateTrunc: dateTrunc,
};

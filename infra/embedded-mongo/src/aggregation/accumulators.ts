import { compare, keyText } from '../bson/keys.js';
import { bigOf, fromBigInt, isWhole, toNumber } from '../bson/numbers.js';
import { asDouble, isNumeric, typeName, type Value } from '../bson/values.js';
import { unsupported } from '../errors.js';

export interface Accumulator {
  add(value: Value): void;
  result(): Value;
}

/** Sums exactly: integers as big integers, doubles with Neumaier's compensation. Decimals are refused. */
class Sum {
  private whole = 0n;
  private double = 0;
  private compensation = 0;
  private types = new Set<string>();
  count = 0;

  add(value: Value): void {
    if (!isNumeric(value)) return;
    const type = typeName(value);
    if (type === 'decimal') throw unsupported('$sum and $avg of Decimal128');
    this.count++;
    this.types.add(type);
    if (isWhole(value)) this.whole += bigOf(value);
    else this.addDouble(toNumber(value));
  }

  private addDouble(number: number): void {
    const next = this.double + number;
    const [larger, smaller] = Math.abs(this.double) >= Math.abs(number) ? [this.double, number] : [number, this.double];
    if (Number.isFinite(next)) this.compensation += larger - next + smaller;
    this.double = next;
  }

  total(): Value {
    if (this.types.has('double')) return asDouble(this.double + this.compensation + Number(this.whole));
    return fromBigInt(this.whole, !this.types.has('long')) ?? asDouble(Number(this.whole));
  }
}

function extreme(sign: number): Accumulator {
  let best: Value = null;
  const add = (value: Value): void => {
    if (value === null || value === undefined) return;
    if (best === null || compare(value, best) * sign > 0) best = value;
  };
  return { add, result: () => best };
}

/** Collects what is not missing; `keyed` keeps only the first of equal values. */
function collect(keyed: boolean): Accumulator {
  const values = new Map<unknown, Value>();
  const add = (value: Value): void => {
    if (value === undefined) return;
    const key = keyed ? keyText(value) : values.size;
    if (!values.has(key)) values.set(key, value);
  };
  return { add, result: () => [...values.values()] };
}

/** The accumulators of $group: the allow-list. */
export const accumulators: Record<string, () => Accumulator> = {
  $sum: () => {
    const sum = new Sum();
    return { add: (value) => sum.add(value), result: () => sum.total() };
  },
  $avg: () => {
    const sum = new Sum();
    const average = (): Value => (sum.count ? asDouble(toNumber(sum.total()) / sum.count) : null);
    return { add: (value) => sum.add(value), result: average };
  },
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $first: () => {
    const values: Value[] = [];
    return { add: (value) => values.length || values.push(value), result: () => values[0] ?? null };
  },
  $last: () => {
    let last: Value;
    const add = (value: Value): void => {
      last = value;
    };
    return { add, result: () => last ?? null };
  },
  $push: () => collect(false),
  $addToSet: () => collect(true),
};

import { compare, keyText } from '../bson/keys.js';
import { bigOf, fromBigInt, isWhole, toNumber } from '../bson/numbers.js';
import { asDouble, isNumeric, typeName, type Value } from '../bson/values.js';
import { unsupported } from '../errors.js';

export interface Accumulator {
  add(value: Value): void;
  result(): Value;
}

/** Sums integers exactly and doubles with Neumaier's compensation. @throws NotImplemented (238) for a Decimal128 */
class Sum implements Accumulator {
  private whole = 0n;
  private double = 0;
  private compensation = 0;
  private types = new Set<string>();
  private count = 0;

  constructor(private readonly conclude: (total: Value, count: number) => Value) {}

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

  result(): Value {
    return this.conclude(this.total(), this.count);
  }

  private total(): Value {
    if (this.types.has('double')) return asDouble(this.double + this.compensation + Number(this.whole));
    return fromBigInt(this.whole, !this.types.has('long')) ?? asDouble(Number(this.whole));
  }
}

function extreme(sign: number): Accumulator {
  let best: Value = null;
  const add = (value: Value): void => {
    if (value !== null && value !== undefined && (best === null || compare(value, best) * sign > 0)) best = value;
  };
  return { add, result: () => best };
}

/** Returns an accumulator that holds the last accepted value; `index` is the value's position in the group. */
function single(accepts: (value: Value, index: number) => boolean): Accumulator {
  let [held, index]: [Value, number] = [null, 0];
  const add = (value: Value): void => {
    if (accepts(value, index++)) held = value;
  };
  return { add, result: () => held ?? null };
}

/** Returns an accumulator that collects all values except missing ones; with `keyed`, equal values only once. */
function collect(keyed: boolean): Accumulator {
  const values = new Map<unknown, Value>();
  const add = (value: Value): void => {
    if (value === undefined) return;
    const key = keyed ? keyText(value) : values.size;
    if (!values.has(key)) values.set(key, value);
  };
  return { add, result: () => [...values.values()] };
}

export const accumulators: Record<string, () => Accumulator> = {
  $sum: () => new Sum((total) => total),
  $avg: () => new Sum((total, count) => (count ? asDouble(toNumber(total) / count) : null)),
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $first: () => single((_, index) => index === 0),
  $last: () => single(() => true),
  $push: () => collect(false),
  $addToSet: () => collect(true),
};

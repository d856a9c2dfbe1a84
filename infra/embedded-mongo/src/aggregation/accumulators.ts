import { Decimal128 } from 'bson';
import { compare, keyOf } from '../bson/keys.js';
import {
  addExact,
  arithmetic,
  decimalOperand,
  divideDecimal,
  type Exact,
  fromBigInt,
  isFiniteNumber,
  toDecimal,
  toNumber,
} from '../bson/numbers.js';
import { asDouble, type Doc, isDoc, isNumeric, put, typeName, type Value } from '../bson/values.js';
import { MongoError } from '../errors.js';

export interface Accumulator {
  add(value: Value): void;
  result(): Value;
}

const widths = ['int', 'long', 'double', 'decimal'] as const;

/** Sums exactly: integers as big integers, doubles with Neumaier's compensation, decimals as exact decimals. */
class Sum {
  private whole = 0n;
  private double = 0;
  private compensation = 0;
  private decimal: Exact = { int: 0n, exponent: 0 };
  private special: Value | undefined;
  private widest: (typeof widths)[number] = 'int';
  count = 0;

  add(value: Value): void {
    if (!isNumeric(value)) return;
    this.count++;
    const type = typeName(value) as (typeof widths)[number];
    if (widths.indexOf(type) > widths.indexOf(this.widest)) this.widest = type;
    if (!isFiniteNumber(value))
      this.special = this.special === undefined ? value : arithmetic('add', this.special, value);
    else if (type === 'decimal') this.decimal = addExact(this.decimal, decimalOperand(value));
    else if (type === 'double') this.addDouble(toNumber(value));
    else this.whole += BigInt(String(value));
  }

  private addDouble(number: number): void {
    const next = this.double + number;
    this.compensation +=
      Math.abs(this.double) >= Math.abs(number) ? this.double - next + number : number - next + this.double;
    this.double = next;
  }

  private asDecimal(): Decimal128 {
    const whole = addExact(this.decimal, { int: this.whole, exponent: 0 });
    const double = this.double + this.compensation;
    return toDecimal(double === 0 ? whole : addExact(whole, decimalOperand(asDouble(double))));
  }

  total(): Value {
    if (this.special !== undefined) {
      return this.widest === 'decimal' ? Decimal128.fromString(String(toNumber(this.special))) : toNumber(this.special);
    }
    if (this.widest === 'decimal') return this.asDecimal();
    if (this.widest === 'double') return asDouble(this.double + this.compensation + Number(this.whole));
    return fromBigInt(this.whole, this.widest === 'int') ?? asDouble(Number(this.whole));
  }

  average(): Value {
    if (this.count === 0) return null;
    const total = this.total();
    if (total instanceof Decimal128 && isFiniteNumber(total)) {
      return divideDecimal(decimalOperand(total), { int: BigInt(this.count), exponent: 0 });
    }
    return total instanceof Decimal128 ? total : asDouble(toNumber(total) / this.count);
  }
}

function extreme(sign: number): Accumulator {
  let best: Value = null;
  return {
    add(value) {
      if (value === null || value === undefined) return;
      if (best === null || compare(value, best) * sign > 0) best = value;
    },
    result: () => best,
  };
}

function addToSet(): Accumulator {
  const found = new Map<string, Value>();
  return {
    add(value) {
      if (value === undefined) return;
      const key = keyOf(value).toString('latin1');
      if (!found.has(key)) found.set(key, value);
    },
    result: () => [...found.values()],
  };
}

function push(): Accumulator {
  const values: Value[] = [];
  return {
    add(value) {
      if (value !== undefined) values.push(value);
    },
    result: () => values,
  };
}

function first(): Accumulator {
  let value: Value;
  let seen = false;
  return {
    add(next) {
      if (!seen) value = next;
      seen = true;
    },
    result: () => value ?? null,
  };
}

function last(): Accumulator {
  let value: Value;
  return {
    add(next) {
      value = next;
    },
    result: () => value ?? null,
  };
}

function mergeObjects(): Accumulator {
  const merged: Doc = {};
  return {
    add(value) {
      if (value === null || value === undefined) return;
      if (!isDoc(value)) throw new MongoError(40400, '$mergeObjects requires object inputs');
      for (const key of Object.keys(value)) put(merged, key, value[key]);
    },
    result: () => merged,
  };
}

const sum = (): Accumulator => {
  const state = new Sum();
  return { add: (value) => state.add(value), result: () => state.total() };
};

/** The accumulators of $group; $sum, $avg, $min and $max serve as expressions too. */
export const Accumulators = {
  $sum: sum,
  $avg: (): Accumulator => {
    const state = new Sum();
    return { add: (value) => state.add(value), result: () => state.average() };
  },
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $first: first,
  $last: last,
  $push: push,
  $addToSet: addToSet,
  $mergeObjects: mergeObjects,
};
export type AccumulatorName = keyof typeof Accumulators;

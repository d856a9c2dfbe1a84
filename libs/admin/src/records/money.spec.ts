import { amountIn, moneyOf } from './money.js';

test.each([
  [24_000, '$24,000'],
  [1_250.5, '$1,250.50'],
  [0, '$0'],
  [1_000_000_000, '$1,000,000,000'],
])('formats %d as %s', (amount, text) => expect(moneyOf(amount)).toBe(text));

test.each([
  ['', null],
  ['  ', null],
  ['24000', 24_000],
  ['$24,000', 24_000],
  [' 1,234,567.89 ', 1_234_567.89],
  ['.5', 0.5],
  ['-3', -3],
  // Three digits after a point are no cents.
  ['1.500', 1_500],
  ['1.234.567,89', 1_234_567.89],
  ['1 500', 1_500],
  ['1\u202f500,5', 1_500.5],
  ["1'500.25", 1_500.25],
  ['0.500', 0.5],
  ['1.5000', 1.5],
  ['1.50', 1.5],
  ['1.50.000', Number.NaN],
  ['24,5', Number.NaN],
  ['2,4000', Number.NaN],
  ['1e9', Number.NaN],
  ['0x10', Number.NaN],
  ['a lot', Number.NaN],
])('parses %j as %p', (text, amount) => expect(amountIn(text)).toBe(amount));

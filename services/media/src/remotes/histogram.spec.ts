import fc from 'fast-check';
import { bucketOf, percentile } from './histogram.js';

function histogramOf(values: readonly number[]): Map<number, number> {
  const histogram = new Map<number, number>();
  for (const value of values) histogram.set(bucketOf(value), (histogram.get(bucketOf(value)) ?? 0) + 1);
  return histogram;
}

it('a percentile of a histogram is within 5 % of the exact one for any values', () => {
  const values = fc.array(fc.double({ min: 1, max: 1_000_000, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, (some) => {
      const exact = some.toSorted((a, b) => a - b)[Math.ceil(some.length * 0.75) - 1]!;
      expect(Math.abs(percentile(histogramOf(some), 0.75)! / exact - 1)).toBeLessThan(0.05);
    }),
  );
});

it('a percentile of values below 1 is 0, and of no values null', () => {
  expect(percentile(histogramOf([0, 0.5, 0, 800]), 0.75)).toBe(0);
  expect(percentile(new Map(), 0.75)).toBeNull();
});

it('a histogram of all values up to a minute has at most 120 buckets', () => {
  expect(bucketOf(0)).toBe(0);
  expect(bucketOf(60_000)).toBeLessThan(120);
});

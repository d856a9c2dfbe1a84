import fc from 'fast-check';
import { binomialTail, fisherExact } from './significance.js';

/** Returns n over k as a whole number. */
function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let product = 1n;
  for (let index = 1; index <= k; index += 1) product = (product * BigInt(n - k + index)) / BigInt(index);
  return product;
}

const quotient = (a: bigint, b: bigint) => Number((a * 10n ** 15n) / b) / 1e15;

describe('Fisher’s exact test', () => {
  it.each([
    ['the lady tasting tea', { loads: 4, failures: 3 }, { loads: 4, failures: 1 }, 17 / 70],
    ['8 of 10 against 1 of 6', { loads: 10, failures: 8 }, { loads: 6, failures: 1 }, 280 / 11_440],
    ['no failures', { loads: 50, failures: 0 }, { loads: 450, failures: 0 }, 1],
    ['failures only of the other', { loads: 50, failures: 0 }, { loads: 450, failures: 40 }, 1],
  ])('returns the published or evident probability for %s', (_, sample, other, expected) => {
    expect(fisherExact(sample, other)).toBeCloseTo(expected, 7);
  });

  it('equals the exact quotient of whole numbers for any two samples', () => {
    const sample = fc
      .integer({ min: 1, max: 300 })
      .chain((loads) => fc.record({ loads: fc.constant(loads), failures: fc.integer({ min: 0, max: loads }) }));
    fc.assert(
      fc.property(sample, sample, (one, other) => {
        const failures = one.failures + other.failures;
        let tail = 0n;
        for (let count = one.failures; count <= Math.min(one.loads, failures); count += 1)
          tail += choose(one.loads, count) * choose(other.loads, failures - count);
        const exact = quotient(tail, choose(one.loads + other.loads, failures));
        expect(Math.abs(fisherExact(one, other) - exact)).toBeLessThan(1e-6);
      }),
    );
  });

  it('is neither slow nor inexact for millions of loads', () => {
    const [one, other] = [
      { loads: 500_000, failures: 5_000 },
      { loads: 4_500_000, failures: 45_000 },
    ];
    const began = performance.now();
    expect(fisherExact(one, other)).toBeGreaterThan(0.49);
    expect(fisherExact(one, other)).toBeLessThan(0.51);
    expect(fisherExact({ ...one, failures: 5_400 }, other)).toBeLessThan(1e-6);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('the binomial test', () => {
  it.each([
    [{ loads: 2, failures: 1 }, 0.5, 0.75],
    [{ loads: 50, failures: 0 }, 0.01, 1],
    [{ loads: 50, failures: 1 }, 0.01, 1 - 0.99 ** 50],
    [{ loads: 3, failures: 3 }, 0.01, 1e-6],
  ])('returns the probability of at least as many failures as in %j with a rate of %d', (sample, rate, expected) => {
    expect(binomialTail(sample, rate)).toBeCloseTo(expected, 8);
  });
});

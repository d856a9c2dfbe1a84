/** Page loads of a build, and how many of them failed. */
export interface Sample {
  loads: number;
  failures: number;
}

/**
 * Returns the probability of at least as many failures in the first sample if both builds fail equally often:
 * one-sided Fisher's exact test.
 */
export function fisherExact(sample: Sample, other: Sample): number {
  const failures = sample.failures + other.failures;
  const all = logChoose(sample.loads + other.loads, failures);
  return sumFrom(
    sample.failures,
    Math.min(sample.loads, failures),
    (count) => logChoose(sample.loads, count) + logChoose(other.loads, failures - count) - all,
  );
}

/** Returns the probability of at least as many failures if each load fails with probability `rate`. */
export function binomialTail({ loads, failures }: Sample, rate: number): number {
  return sumFrom(
    failures,
    loads,
    (count) => logChoose(loads, count) + count * Math.log(rate) + (loads - count) * Math.log(1 - rate),
  );
}

function sumFrom(first: number, last: number, logTerm: (count: number) => number): number {
  let sum = 0;
  for (let count = first; count <= last; count += 1) {
    const term = Math.exp(logTerm(count));
    sum += term;
    // The terms grow, then shrink faster and faster: the rest changes nothing.
    if (term < sum * 1e-12) break;
  }
  return Math.min(sum, 1);
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** Returns ln n!, above 9 by Stirling's series, whose error is below 1e-8 there. */
function logFactorial(n: number): number {
  if (n > 9) return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
  let product = 1;
  for (let factor = 2; factor <= n; factor += 1) product *= factor;
  return Math.log(product);
}

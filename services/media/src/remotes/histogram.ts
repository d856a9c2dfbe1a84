/** Width of a bucket. The middle of a bucket is at most 4.9 % away from any value in it. */
const growth = 1.1;

/** Counts by bucket. */
export type Histogram = ReadonlyMap<number, number>;

/** Returns the logarithmic bucket of a value: 0 for values below 1. */
export function bucketOf(value: number): number {
  return value < 1 ? 0 : 1 + Math.floor(Math.log(value) / Math.log(growth));
}

/** Returns a percentile within 5 % of the exact one, 0 for values below 1, null without values. @param share 0 to 1 */
export function percentile(histogram: Histogram, share: number): number | null {
  const total = [...histogram.values()].reduce((sum, count) => sum + count, 0);
  let rank = Math.ceil(total * share);
  for (const [bucket, count] of [...histogram].sort(([a], [b]) => a - b)) {
    rank -= count;
    if (rank <= 0) return middleOf(bucket);
  }
  return null;
}

function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : growth ** (bucket - 0.5);
}

import type { Canary } from './pointer.js';
import { binomialTail, fisherExact, type Sample } from './significance.js';

/** Page loads of canary and current build since the canary got its share. */
export interface StageCounts {
  canary: Sample;
  current: Sample;
}

export type Decision = { action: 'roll back'; reason: string } | { action: 'raise'; percent: number; reason: string };

/** Page loads of the canary before which nothing is decided. */
export const minimumLoads = 50;
const minimumFailures = 3;
const significance = 0.01;
/** Failure rate with which a canary is compared while the current build has no page loads. */
const expectedRate = 0.01;

/**
 * Decides on a canary with `auto`: roll it back if it fails significantly more often than the current build, or raise
 * it to 50 and 100 % after its time at this share. The README of this service explains the rule.
 * @returns undefined if nothing has to change yet
 */
export function decideOn(
  { percent, since, auto }: Canary,
  pinned: boolean,
  counts: StageCounts,
  now: Date,
): Decision | undefined {
  const { canary, current } = capped(counts);
  if (!auto || canary.loads < minimumLoads) return undefined;
  if (failsMoreOften(canary, current)) {
    const other = current.loads > 0 ? percentage(current) : `an expected ${expectedRate * 100} %`;
    return { action: 'roll back', reason: `Load failures ${percentage(canary)} against ${other}` };
  }
  const elapsed = (now.getTime() - Date.parse(since)) / 60_000;
  if (pinned || auto.minutes === null || elapsed < auto.minutes) return undefined;
  const reason = `Load failures ${percentage(canary)} in ${canary.loads} page loads`;
  return { action: 'raise', percent: percent < 50 ? 50 : 100, reason };
}

function failsMoreOften(canary: Sample, current: Sample): boolean {
  if (canary.failures < minimumFailures) return false;
  const chance = current.loads > 0 ? fisherExact(canary, current) : binomialTail(canary, expectedRate);
  return chance < significance;
}

/** Limits failures to the loads: an error may come from a page that was loaded before the canary got its share. */
function capped({ canary, current }: StageCounts): StageCounts {
  const cap = ({ loads, failures }: Sample) => ({ loads, failures: Math.min(failures, loads) });
  return { canary: cap(canary), current: cap(current) };
}

function percentage({ loads, failures }: Sample): string {
  return `${((failures / loads) * 100).toFixed(1)} %`;
}

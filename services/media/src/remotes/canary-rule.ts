import type { Canary } from './pointer.js';
import { binomialTail, fisherExact, type Sample } from './significance.js';

/** Page loads of a build since the canary got its share, at most 5 of each network, and 5 failures. */
export interface Evidence extends Sample {
  /** Networks that page loads came from. */
  clients: number;
  /** Networks in which one failed. Decisions compare networks, so that few visitors with many loads cannot decide. */
  failing: number;
}

export interface StageCounts {
  canary: Evidence;
  current: Evidence;
}

export type Decision = { action: 'roll back'; reason: string } | { action: 'raise'; percent: number; reason: string };

/** Page loads of the canary before which nothing is decided. */
export const minimumLoads = 50;
/** Networks in which a canary that is rolled back failed at least. */
const minimumFailing = 5;
const significance = 0.01;
/** Raising needs more: a canary that is rolled back by mistake costs a promotion, one that is raised harms all visitors. */
export const loadsToRaise = 100;
export const clientsToRaise = 20;
/** A canary is not raised while it may fail more often: with this chance, the figures are no coincidence. */
const doubt = 0.05;
/** Failure rate of page loads with which a canary is compared while the current build has none. */
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
  const chance = chanceOf(canary, current);
  if (canary.failing >= minimumFailing && chance < significance) {
    const other = current.loads > 0 ? percentage(current) : `an expected ${expectedRate * 100} %`;
    return { action: 'roll back', reason: `Load failures ${percentage(canary)} against ${other}` };
  }
  const elapsed = (now.getTime() - Date.parse(since)) / 60_000;
  if (pinned || auto.minutes === null || elapsed < auto.minutes) return undefined;
  if (canary.loads < loadsToRaise || canary.clients < clientsToRaise || chance < doubt) return undefined;
  const reason = `Load failures ${percentage(canary)} in ${canary.loads} page loads`;
  return { action: 'raise', percent: percent < 50 ? 50 : 100, reason };
}

/** Returns the probability that the canary fails in so many networks if it fails as often as the current build. */
function chanceOf(canary: Evidence, current: Evidence): number {
  if (current.loads > 0) return fisherExact(networksOf(canary), networksOf(current));
  return binomialTail(networksOf(canary), 1 - (1 - expectedRate) ** (canary.loads / canary.clients));
}

const networksOf = ({ clients, failing }: Evidence): Sample => ({ loads: clients, failures: failing });

/** Limits failures to the loads: the load of a page with an error may not have been reported. */
function capped({ canary, current }: StageCounts): StageCounts {
  const cap = (evidence: Evidence) => ({
    ...evidence,
    failures: Math.min(evidence.failures, evidence.loads),
    failing: Math.min(evidence.failing, evidence.clients),
  });
  return { canary: cap(canary), current: cap(current) };
}

function percentage({ loads, failures }: Sample): string {
  return `${((failures / loads) * 100).toFixed(1)} %`;
}

import type { IncomingHttpHeaders } from 'node:http';
import { cacheSequenceHeader } from '@docfolio/contracts/core/cache';

// `x-cache-sequence` says how current a response of the gateway is: it reflects every cache invalidation up to this
// number. Everything that reads, writes or compares it is here.

export { cacheSequenceHeader };

/** The number of a response that does not name one: lower than that of any invalidation, so that it is not cached. */
export const unknownSequence = -1;

/** Returns the number of the last invalidation that a response reflects. */
export function cacheSequenceOf(headers: Headers | IncomingHttpHeaders): number {
  const value = headers instanceof Headers ? headers.get(cacheSequenceHeader) : headers[cacheSequenceHeader];
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : unknownSequence;
}

/** Returns the header's name and value. */
export const cacheSequenceHead = (sequence: number): [name: string, value: string] => [
  cacheSequenceHeader,
  String(sequence),
];

/** Returns the number of something made from several responses: that of the oldest. Infinity, if from none. */
export const oldestSequence = (...sequences: readonly number[]): number => Math.min(...sequences);

/**
 * Returns whether a response may be cached by a process that has received the invalidations up to `received`. With a
 * lower number it may be stale, because the gateway may receive an invalidation later than this process.
 */
export const isCurrent = (sequence: number, received: number): boolean => sequence >= received;

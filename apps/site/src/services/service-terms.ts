import { formatMoney } from '@docfolio/site-copy/derived';
import type { Offering } from '@docfolio/site-copy/offerings';

/** Returns an offering's usual duration, such as `2–12 weeks` or `1 week`. */
export function durationOf({ duration: { from, to } }: Offering): string {
  return from === to ? `${from} ${from === 1 ? 'week' : 'weeks'}` : `${from}–${to} weeks`;
}

/** Returns an offering's lowest rate, such as `from $150/hour`. */
export function rateOf({ rateFrom }: Offering): string {
  return `from ${formatMoney(rateFrom)}/hour`;
}

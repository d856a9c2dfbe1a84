import { formatMoney } from '@docfolio/site-copy/derived';
import type { Offering } from '@docfolio/site-copy/offerings';

/** `2–12 weeks` */
export function durationOf({ duration: { from, to } }: Offering): string {
  return from === to ? `${from} ${from === 1 ? 'week' : 'weeks'}` : `${from}–${to} weeks`;
}

/** `from $150/hour` */
export function rateOf({ rateFrom }: Offering): string {
  return `from ${formatMoney(rateFrom)}/hour`;
}

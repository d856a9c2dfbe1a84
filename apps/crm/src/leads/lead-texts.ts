import type { Lead } from '@docfolio/contracts/lead';
import type { List } from '@docfolio/contracts/list';
import { format } from 'date-fns';

/** 'Nov 20, 2026' (specification, section 9), in the reader's own time zone. */
export const createdDay = (lead: Lead) => format(new Date(lead.created_at), 'MMM dd, yyyy');

/** 'Nov 20': what a phone has room for. */
export const createdShort = (lead: Lead) => format(new Date(lead.created_at), 'MMM dd');

/** To the second, for a hover. */
export const createdExactly = (lead: Lead) => format(new Date(lead.created_at), 'MMM dd, yyyy HH:mm:ss');

/** To the minute. */
export const createdAt = (lead: Lead) => format(new Date(lead.created_at), 'MMM dd, yyyy HH:mm');

/** '12', or '1,000+' where counting on would cost more than it tells. */
export function totalText({ total, total_exact }: Pick<List<unknown>, 'total' | 'total_exact'>): string {
  return `${total.toLocaleString('en-US')}${total_exact ? '' : '+'}`;
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

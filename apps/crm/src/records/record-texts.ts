import type { List } from '@docfolio/contracts/list';
import { format } from 'date-fns';

/** Formats a timestamp as 'Nov 20, 2026', in the browser's time zone (specification, section 9). */
export const dayOf = (timestamp: string) => format(new Date(timestamp), 'MMM dd, yyyy');

/** Formats a timestamp as 'Nov 20'. */
export const shortDayOf = (timestamp: string) => format(new Date(timestamp), 'MMM dd');

/** Formats a timestamp as 'Nov 20, 2026 14:03:09'. */
export const exactTimeOf = (timestamp: string) => format(new Date(timestamp), 'MMM dd, yyyy HH:mm:ss');

/** Formats a timestamp as 'Nov 20, 2026 14:03'. */
export const minuteOf = (timestamp: string) => format(new Date(timestamp), 'MMM dd, yyyy HH:mm');

/** Returns a total as '12', or as '1,000+' if the server counted only up to a limit. */
export function totalText({ total, total_exact }: Pick<List<unknown>, 'total' | 'total_exact'>): string {
  return `${total.toLocaleString('en-US')}${total_exact ? '' : '+'}`;
}

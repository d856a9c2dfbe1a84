import type { List } from '@docfolio/contracts/list';
import { format } from 'date-fns';

/** 'Nov 20, 2026' (specification, section 9), in the browser's time zone. */
export const dayOf = (timestamp: string) => format(new Date(timestamp), 'MMM dd, yyyy');

/** 'Nov 20', for phones. */
export const shortDayOf = (timestamp: string) => format(new Date(timestamp), 'MMM dd');

/** To the second. */
export const exactTimeOf = (timestamp: string) => format(new Date(timestamp), 'MMM dd, yyyy HH:mm:ss');

/** To the minute. */
export const minuteOf = (timestamp: string) => format(new Date(timestamp), 'MMM dd, yyyy HH:mm');

/** '12', or '1,000+' where an exact count would be expensive. */
export function totalText({ total, total_exact }: Pick<List<unknown>, 'total' | 'total_exact'>): string {
  return `${total.toLocaleString('en-US')}${total_exact ? '' : '+'}`;
}

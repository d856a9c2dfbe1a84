import type { List } from '@docfolio/contracts/core/list';

// Intl and not date-fns, whose `format` would be 5 KB of each list page.
const formatter = (options: Intl.DateTimeFormatOptions) => {
  const { format } = new Intl.DateTimeFormat('en-US', options);
  return (timestamp: string) => format(new Date(timestamp));
};
const hourAndMinute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Formats a timestamp as 'Nov 20, 2026', in the browser's time zone (specification, section 9). */
export const dayOf = formatter({ month: 'short', day: '2-digit', year: 'numeric' });

/** Formats a timestamp as 'Nov 20'. */
export const shortDayOf = formatter({ month: 'short', day: '2-digit' });

/** Formats a timestamp as '14:03'. */
export const timeOf = formatter(hourAndMinute);
const secondOf = formatter({ ...hourAndMinute, second: '2-digit' });

/** Formats a timestamp as 'Nov 20, 2026 14:03:09'. */
export const exactTimeOf = (timestamp: string) => `${dayOf(timestamp)} ${secondOf(timestamp)}`;

/** Formats a timestamp as 'Nov 20, 2026 14:03'. */
export const minuteOf = (timestamp: string) => `${dayOf(timestamp)} ${timeOf(timestamp)}`;

/** Formats a timestamp as 'Nov 20 14:03'. */
export const shortMinuteOf = (timestamp: string) => `${shortDayOf(timestamp)} ${timeOf(timestamp)}`;

/** Formats a timestamp as 'Nov 20, 14:03:09'. */
export const shortSecondOf = (timestamp: string) => `${shortDayOf(timestamp)}, ${secondOf(timestamp)}`;

/** Returns a total as '12', or as '1,000+' if the server counted only up to a limit. */
export function totalText({ total, total_exact }: Pick<List<unknown>, 'total' | 'total_exact'>): string {
  return `${total.toLocaleString('en-US')}${total_exact ? '' : '+'}`;
}

import { shortDayOf, timeOf } from '@docfolio/admin/records/record-texts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a duration in ms as '8 s', '4 min', '1 h 12 min' or '6 d 04 h'. A negative one is '0 s'. */
export function spanText(duration: number): string {
  const span = Math.max(0, duration);
  if (span < minute) return `${Math.floor(span / second)} s`;
  if (span < hour) return `${Math.floor(span / minute)} min`;
  const hours = Math.floor((span % day) / hour);
  if (span >= day) return `${Math.floor(span / day)} d ${String(hours).padStart(2, '0')} h`;
  const minutes = Math.floor((span % hour) / minute);
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

const units = ['KB', 'MB', 'GB', 'TB'] as const;
type Unit = (typeof units)[number];

function unitOf(bytes: number): Unit {
  // Rounding may reach the next unit: 1,023.7 MB are 1 GB.
  return units.findLast((_, index) => index === 0 || Math.round(bytes / 1024 ** index) >= 1024)!;
}

/** Returns bytes in a unit (base 1024), with one decimal from GB on. */
function amountIn(unit: Unit, bytes: number): string {
  const amount = bytes / 1024 ** (units.indexOf(unit) + 1);
  return unit === 'KB' || unit === 'MB' ? String(Math.round(amount)) : String(Number(amount.toFixed(1)));
}

/** Returns bytes as '412 MB' or '31.8 GB', base 1024. */
export function sizeText(bytes: number): string {
  const unit = unitOf(bytes);
  return `${amountIn(unit, bytes)} ${unit}`;
}

/** Returns used and limit in one unit: '212 / 512 MB'. Without a limit: '212 MB'. */
export function memoryText({ used, limit }: { used: number; limit: number | null }): string {
  if (limit === null) return sizeText(used);
  const unit = unitOf(limit);
  return `${amountIn(unit, used)} / ${amountIn(unit, limit)} ${unit}`;
}

/** Returns a count with its noun: '1 job', '14 jobs'. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
}

const dayKey = (time: number) => new Date(time).toDateString();

/** Returns a time of today as '14:02', of another day as 'Nov 20, 14:02'. @param now ms */
export function clockText(at: string, now: number): string {
  return dayKey(Date.parse(at)) === dayKey(now) ? timeOf(at) : `${shortDayOf(at)}, ${timeOf(at)}`;
}

/** Returns the day of a time: 'Today', 'Tomorrow' or 'Nov 20'. @param now ms */
export function dayText(at: string, now: number): string {
  if (dayKey(Date.parse(at)) === dayKey(now)) return 'Today';
  return dayKey(Date.parse(at)) === dayKey(now + day) ? 'Tomorrow' : shortDayOf(at);
}

export const minuteMs = minute;
export const hourMs = hour;

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

/** Returns when a deleted record is purged: 'in 29 days' or 'in 5 hours' (rounded down), or 'within the hour'. */
export function timeLeft(expiresAt: string, now = Date.now()): string {
  const left = new Date(expiresAt).getTime() - now;
  if (left < hour) return 'within the hour';
  return left < day ? inUnits(Math.floor(left / hour), 'hour') : inUnits(Math.floor(left / day), 'day');
}

const inUnits = (count: number, unit: string) => `in ${count} ${unit}${count === 1 ? '' : 's'}`;

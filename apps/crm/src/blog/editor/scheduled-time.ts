import { format } from 'date-fns';

/** A moment as `<input type="datetime-local">` holds it: to the minute, in the browser's own time zone. */
export function localMinuteOf(timestamp: string): string {
  return format(new Date(timestamp), "yyyy-MM-dd'T'HH:mm");
}

/** The moment that such a text names; null for none. */
export function timestampOf(localMinute: string): string | null {
  const at = new Date(localMinute);
  return localMinute && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

/** What the owner's clock goes by, as 'Europe/Berlin'. */
export const timeZoneName = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

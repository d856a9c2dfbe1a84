import { format } from 'date-fns';

/** Formats a time for `<input type="datetime-local">`, in the browser's time zone. */
export function localMinuteOf(timestamp: string): string {
  return format(new Date(timestamp), "yyyy-MM-dd'T'HH:mm");
}

export function timestampOf(localMinute: string): string | null {
  const at = new Date(localMinute);
  return localMinute && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

export const timeZoneName = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

// UTC, so that server and browsers render the same day.
const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A timestamp's date in UTC: `August 12, 2025` (specification, section 9), or `Aug 12, 2025` if `short`. */
export function PostDate({ date, short = false }: { date: string; short?: boolean }) {
  return <time dateTime={date}>{(short ? medium : long).format(new Date(date))}</time>;
}

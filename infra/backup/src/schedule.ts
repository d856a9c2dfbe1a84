import { CronExpressionParser } from 'cron-parser';
import { BackupError } from './backup-error.js';
import { waitFor } from './wait-for.js';

/** ms to wait after a backup that failed, unless the next one is due sooner. */
const retryDelay = 15 * 60 * 1_000;
/** Longest ms of one timer: clocks are set and machines sleep. */
const longestWait = 60 * 60 * 1_000;

/** Returns when a schedule (a cron pattern with 5 fields, in UTC) is due next. @throws BackupError if it is none */
export function nextDue(pattern: string, after: Date): Date {
  if (pattern.trim().split(/\s+/).length !== 5) throw invalid(pattern);
  try {
    return CronExpressionParser.parse(pattern, { currentDate: after, tz: 'UTC' }).next().toDate();
  } catch {
    throw invalid(pattern);
  }
}

/**
 * Makes a backup whenever the schedule is due, until `signal`. One that fails is tried again every 15 minutes.
 * @param nextAfter returns when the next one is due; called at first, and after each backup
 * @param backUp returns whether it succeeded
 */
export async function runSchedule(
  nextAfter: (after: Date) => Date,
  backUp: () => Promise<boolean>,
  { signal, now = () => new Date() }: { signal: AbortSignal; now?: () => Date },
): Promise<void> {
  let due = nextAfter(now());
  while (!signal.aborted) {
    const left = due.getTime() - now().getTime();
    if (left > 0) {
      await waitFor(Math.min(left, longestWait), signal);
      continue;
    }
    const succeeded = await backUp();
    const next = nextAfter(now());
    due = succeeded ? next : new Date(Math.min(next.getTime(), now().getTime() + retryDelay));
  }
}

const invalid = (pattern: string) =>
  new BackupError(`BACKUP_SCHEDULE=${pattern}: expected a cron pattern, such as "15 3 * * *" for 03:15 UTC every day.`);

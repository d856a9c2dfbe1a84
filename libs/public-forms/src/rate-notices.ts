import { isProblem } from '@docfolio/api-client/problem';

// Separate from notices.ts, so that pages load these texts with the requests only.

/** Returns the toast of a form that waits because too many come from its address. @param seconds until it is sent again */
export const waitingNotice = (seconds: number) =>
  ({
    title: 'One moment',
    description: `Many forms come from your network. Yours is sent in ${seconds} seconds: please keep this page open.`,
    variant: 'info',
    duration: seconds * 1_000,
  }) as const;

export interface RateNotice {
  title: string;
  description: string;
}

/**
 * Returns what to show instead of the usual failure if a request was refused because of a rate limit, with the time of
 * Retry-After. @returns undefined for other errors, and without Retry-After
 */
export function rateNotice(error: unknown): RateNotice | undefined {
  if (!isProblem(error) || error.code !== 'rate_limited' || error.retryAfter === undefined) return undefined;
  return { title: 'Too many requests at once', description: `Try again ${waitOf(error.retryAfter)}.` };
}

/** Returns the rateNotice of a form, whose fields still have what was typed. */
export function formRateNotice(error: unknown): RateNotice | undefined {
  const notice = rateNotice(error);
  return notice && { ...notice, description: `What you typed is kept. ${notice.description}` };
}

/** Returns 'in a minute', 'in 3 minutes', 'in an hour' or 'in 2 hours', rounded up. */
function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'in a minute';
  if (minutes < 60) return `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'in an hour' : `in ${hours} hours`;
}

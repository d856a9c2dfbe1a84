import type { IssueState, NewsletterIssue } from '@docfolio/contracts/entities/newsletter';

export const stateWords: Record<IssueState, string> = {
  preparing: 'Preparing',
  sending: 'Sending',
  paused: 'Paused',
  done: 'Sent',
};

export function subscribers(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'subscriber' : 'subscribers'}`;
}

/** Returns who gets the post: '318 subscribers will get it, 4 have had it'. */
export function audienceWords({ recipients, had }: { recipients: number; had: number }): string {
  if (recipients === 0)
    return had === 0 ? 'Nobody has confirmed a subscription yet' : `Nobody is left: ${subscribers(had)} had it`;
  const will = `${subscribers(recipients)} will get it`;
  return had === 0 ? will : `${will}, ${had.toLocaleString('en-US')} ${had === 1 ? 'has' : 'have'} had it`;
}

/** Returns why an issue's emails wait. @param reason `SMTP <status>`, or the code of a network error */
export function heldUpWords(reason: string): string {
  const what = reason.startsWith('SMTP ')
    ? 'The mail server defers emails'
    : reason === 'EAUTH'
      ? 'The mail server refuses the sign-in'
      : 'The mail server cannot be reached';
  return `${what} (${reason}). Waiting emails are retried automatically.`;
}

export const isUnderWay = ({ state }: Pick<NewsletterIssue, 'state'>) => state !== 'done';

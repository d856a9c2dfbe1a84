import type { IssueState, NewsletterIssue } from '@docfolio/contracts/newsletter';

export const stateWords: Record<IssueState, string> = {
  preparing: 'Preparing',
  sending: 'Sending',
  paused: 'Paused',
  done: 'Sent',
};

/** '1 subscriber', '318 subscribers'. */
export function subscribers(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'subscriber' : 'subscribers'}`;
}

/** '318 subscribers will get it, 4 have had it'; where nobody is left, that. */
export function audienceWords({ recipients, had }: { recipients: number; had: number }): string {
  if (recipients === 0)
    return had === 0 ? 'Nobody has confirmed a subscription yet' : `Nobody is left: ${subscribers(had)} had it`;
  const will = `${subscribers(recipients)} will get it`;
  return had === 0 ? will : `${will}, ${had.toLocaleString('en-US')} ${had === 1 ? 'has' : 'have'} had it`;
}

/** Why mails wait, and that nothing has to be done. @param reason `SMTP <status>`, or an error's code */
export function heldUpWords(reason: string): string {
  const what = reason.startsWith('SMTP ')
    ? 'The mail server puts mails off'
    : reason === 'EAUTH'
      ? 'The mail server refuses the sign-in'
      : 'The mail server cannot be reached';
  return `${what} (${reason}). What waits is tried again by itself.`;
}

/** Whether an issue is still on its way, however slowly. */
export const isUnderWay = ({ state }: Pick<NewsletterIssue, 'state'>) => state !== 'done';

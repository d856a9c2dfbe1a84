interface QueueText {
  /** A plural that names the work to the owner: 'Emails'. */
  work: string;
  /** What a failed job of the queue has left undone. */
  undone: string;
}

const queues: Readonly<Record<string, QueueText>> = {
  'send-mail': { work: 'Emails', undone: 'The email was not sent.' },
  'send-notice': { work: 'Emails to you', undone: 'You did not get the email about a message.' },
  'send-confirmation': {
    work: 'Emails that confirm newsletter sign-ups',
    undone: 'A subscriber did not get the link that confirms the address.',
  },
  'mail-comment-digest': { work: 'Emails about new comments', undone: 'You did not get the email about comments.' },
  'prepare-newsletter-issue': { work: 'Newsletter issues', undone: 'The issue was not prepared.' },
  'send-newsletter-batch': { work: 'Newsletter emails', undone: 'Some subscribers did not get the issue.' },
  'finish-newsletter-issue': { work: 'Newsletter issues', undone: 'The issue was not marked as sent.' },
  'publish-scheduled-post': { work: 'Scheduled posts', undone: 'The post was not published.' },
  'make-variants': { work: 'Sizes of new images', undone: 'The image has its original size only.' },
  'write-export': { work: 'Exports', undone: 'The export was not written.' },
  'start-password-recovery': { work: 'Links for new passwords', undone: 'The link was not sent.' },
  'decide-on-canaries': { work: 'Checks of new builds', undone: 'The builds were not checked.' },
};

/** Returns what a queue does, in words for the owner. */
export function queueText(name: string): QueueText {
  const known = queues[name];
  if (known) return known;
  if (name.startsWith('submissions-')) return { work: 'Sent forms', undone: 'The form was not stored.' };
  if (name.startsWith('events-')) return { work: 'Effects of changes', undone: 'An effect of a change is missing.' };
  return { work: `Jobs of ${name}`, undone: 'The job was not done.' };
}

/** Returns whether the jobs of a queue send emails. */
export const isMailQueue = (name: string): boolean =>
  ['send-mail', 'send-notice', 'send-confirmation', 'send-newsletter-batch'].includes(name);

import type { honeypotField } from '@docfolio/contracts/generated/constants';

/** Values of the hidden field `form`, which names the form that was posted without scripts. */
export const commentFormName = 'comment';
export const newsletterFormName = 'newsletter';

export type CommentField = 'author_name' | 'author_email' | 'content' | typeof honeypotField;
export type SubscriptionField = 'name' | 'email' | typeof honeypotField;

import type { honeypotField } from '@docfolio/contracts/generated/constants';

/** Value of the hidden field `form`, by which the server knows which form was posted without scripts. */
export const commentFormName = 'comment';
export const newsletterFormName = 'newsletter';

export type CommentField = 'author_name' | 'author_email' | 'content' | typeof honeypotField;
export type SubscriptionField = 'name' | 'email' | typeof honeypotField;

import type * as contract from '@docfolio/contracts/honeypot';

/** Name of the hidden field that only bots fill in. The contract's type ensures the value without loading zod. */
export const honeypotField: typeof contract.honeypotField = 'website';

/** Value of the hidden field `form`, by which the server knows which form was posted without scripts. */
export const commentFormName = 'comment';
export const newsletterFormName = 'newsletter';

export type CommentField = 'author_name' | 'author_email' | 'content' | typeof honeypotField;
export type SubscriptionField = 'name' | 'email' | typeof honeypotField;

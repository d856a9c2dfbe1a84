import type * as contract from '@docfolio/contracts/honeypot';

/** Typed by the contract, whose schemas load with the first request only. */
export const honeypotField: typeof contract.honeypotField = 'website';

/** Values of the hidden field `form`, by which the server distinguishes posted forms. */
export const commentFormName = 'comment';
export const newsletterFormName = 'newsletter';

export type CommentField = 'author_name' | 'author_email' | 'content' | typeof honeypotField;
export type SubscriptionField = 'name' | 'email' | typeof honeypotField;

import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { event } from '../core/event.js';
import { operation, operations } from '../core/operation.js';
import { arrayOf, recordId, requiredParagraphs } from '../core/text.js';
import { moderatedComment } from './comment.js';

export const moderationActions = ['approve', 'unapprove', 'spam', 'not_spam', 'delete'] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** Maximum number of comments that one moderation request may name. */
export const moderationLimit = 100;

export const newReply = z.strictObject({ id: recordId, content: requiredParagraphs('Write a reply') });
export type NewReply = z.output<typeof newReply>;

export const moderation = z.strictObject({
  ids: arrayOf(recordId).min(1, 'Choose a comment').max(moderationLimit, `At most ${moderationLimit} comments at once`),
  act: z.enum(moderationActions, 'Unknown act'),
});
export type Moderation = z.output<typeof moderation>;

const admin = { ...adminOf('content'), method: 'POST' } as const;

export const commentModeration = operations({
  reply: operation({
    ...admin,
    path: '/admin/comments/:id/replies',
    input: newReply,
    output: moderatedComment,
    creates: true,
    summary: 'Reply as the author. Approves both comments. A reply to a reply joins the same thread.',
  }),
  moderate: operation({
    ...admin,
    path: '/admin/comments/moderation',
    input: moderation,
    output: z.object({ ids: z.array(recordId) }),
    summary: 'Moderate several comments. Returns the ids that exist.',
  }),
});

/** A visitor's comment, not flagged as spam, was stored. Notifies the owner. */
export const commentReceived = event(
  'comment.received',
  z.object({
    id: recordId,
    post_title: z.string(),
    post_slug: z.string(),
    author_name: z.string(),
    content: z.string(),
  }),
  ['notifications'],
);

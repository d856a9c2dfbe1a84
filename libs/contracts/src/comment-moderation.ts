import { z } from 'zod';
import { moderatedComment } from './comment.js';
import { event } from './event.js';
import { operation } from './operation.js';
import { arrayOf, recordId, requiredParagraphs } from './text.js';

export const moderationActions = ['approve', 'unapprove', 'spam', 'not_spam', 'delete'] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** Comments that are moderated at once, at most. */
export const moderationLimit = 100;

export const newReply = z.strictObject({ id: recordId, content: requiredParagraphs('Write a reply') });
export type NewReply = z.output<typeof newReply>;

export const moderation = z.strictObject({
  ids: arrayOf(recordId).min(1, 'Choose a comment').max(moderationLimit, `At most ${moderationLimit} comments at once`),
  act: z.enum(moderationActions, 'Unknown act'),
});
export type Moderation = z.output<typeof moderation>;

const content = { service: 'content', access: 'admin', method: 'POST' } as const;

export const commentModeration = {
  reply: operation({
    ...content,
    path: '/admin/comments/:id/replies',
    input: newReply,
    output: moderatedComment,
    creates: true,
    summary: 'Reply as the author, approved at once; so is the comment that is replied to. Under a reply it joins it.',
  }),
  moderate: operation({
    ...content,
    path: '/admin/comments/moderation',
    input: moderation,
    output: z.object({ ids: z.array(recordId) }),
    summary: 'Do the same with several comments; answers those that are there.',
  }),
};

/** A comment came in that no machine typed. */
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

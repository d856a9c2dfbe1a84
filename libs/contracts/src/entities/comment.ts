import { z } from 'zod';
import { crud, recordStamps } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { event, recordChange, recordEvent } from '../core/event.js';
import { honeypot } from '../core/honeypot.js';
import { itemsOf, listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { byId } from '../core/record-link.js';
import { submitted } from '../core/submission.js';
import { emailAddress, recordId, requiredLine, requiredParagraphs, timestamp } from '../core/text.js';

export const commentEntity = entity({
  collection: 'blog_comments',
  service: 'content',
  trash: true,
  page: { path: '/admin/blog/comments', title: 'Comments' },
  cacheTag: 'comments',
  counts: { pending_comments: { is_spam: false, is_approved: false } },
});

/** Messages for an empty name or text of a comment and of a reply (specification, section 5). */
export const missingCommentFields = 'Please fill in name and comment fields.';
export const missingReplyFields = 'Please fill in name and reply fields.';

export const comment = z.object({
  id: recordId,
  blog_post_id: recordId,
  /** The comment this one replies to; null on the first level. There are only two levels. */
  parent_comment_id: recordId.nullable(),
  author_name: z.string(),
  content: z.string(),
  /** Whether the owner wrote the comment, as a reply in the CRM. */
  by_author: z.boolean().default(false),
  created_at: timestamp,
});
export type Comment = z.output<typeof comment>;

/** The comment form as a visitor submits it. `id` is the post's. */
export const newComment = z.strictObject({
  id: recordId,
  parent_comment_id: recordId.nullish().transform((id) => id ?? null),
  author_name: requiredLine(missingCommentFields),
  author_email: z
    .union([z.literal(''), emailAddress], 'Invalid email address')
    .nullish()
    .transform((email) => email || null),
  content: requiredParagraphs(missingCommentFields),
  ...honeypot,
});
export type NewComment = z.output<typeof newComment>;

export const moderatedComment = comment.extend({
  author_email: z.string().nullable(),
  /** The post that was commented on; null if it is deleted. */
  post: z.object({ slug: z.string(), title: z.string(), published: z.boolean() }).nullable().default(null),
  /** The comment that this one replies to; null on the first level, or if that comment is deleted. */
  in_reply_to: z.object({ author_name: z.string(), content: z.string() }).nullable().default(null),
  is_approved: z.boolean(),
  is_spam: z.boolean(),
  ...recordStamps,
});
export type ModeratedComment = z.output<typeof moderatedComment>;

/** Sort keys of the moderation list. `pending` lists pending comments first, then the others, each newest first. */
export const commentSorts = ['pending', '-created_at', 'created_at'] as const;

export const commentListQuery = listQuery(commentSorts, {
  status: z.enum(['pending', 'approved', 'spam'], 'Unknown status').optional(),
  blog_post_id: recordId.optional(),
});
export type CommentListQuery = z.output<typeof commentListQuery>;

export const commentPatch = z
  .strictObject({ is_approved: z.boolean(), is_spam: z.boolean() })
  .partial()
  .extend({ id: recordId });
export type CommentPatch = z.output<typeof commentPatch>;

const { list: listAll, ...managed } = crud(commentEntity, {
  noun: 'comment',
  path: '/admin/comments',
  query: commentListQuery,
  record: moderatedComment,
  patch: commentPatch,
  summaries: {
    list: 'List comments, pending ones first. Searches author, email and text. Spam only with `status=spam`.',
    patch: 'Approve a comment, withdraw its approval, or mark it as spam.',
  },
});

export const comments = operations({
  list: operation({
    service: 'content',
    method: 'GET',
    path: '/posts/:id/comments',
    access: 'public',
    input: byId,
    output: itemsOf(comment),
    cache: ['posts', 'comments'],
    summary: 'List the approved comments of a published post, oldest first.',
  }),
  submit: operation({
    service: 'content',
    method: 'POST',
    path: '/posts/:id/comments',
    access: 'public',
    input: newComment,
    output: submitted,
    delivery: 'submission',
    problems: ['invalid_parent'],
    summary: 'Comment on a post, or reply to a comment. The comment appears once it is approved.',
  }),
  listAll,
  ...managed,
});

/** The visible comments of a post have changed. The content service itself receives the event and recounts them. */
export const commentChanged = event('comment.changed', recordChange.extend({ blog_post_id: recordId }), ['content'], {
  drops: ['comments'],
  live: ({ id, act }) => [{ topic: 'blog_comments', id, act }],
});

/** A comment that is not public was created (except spam), changed, deleted or restored. No cache is invalidated. */
export const pendingCommentChanged = recordEvent('comment.pending_changed', 'blog_comments');

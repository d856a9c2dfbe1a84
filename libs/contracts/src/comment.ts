import { z } from 'zod';
import { event, recordEvent } from './event.js';
import { honeypot } from './honeypot.js';
import { itemsOf, listOf, listQuery } from './list.js';
import { liveActions } from './live.js';
import { operation } from './operation.js';
import { submitted } from './submission.js';
import { emailAddress, recordId, requiredLine, requiredParagraphs, timestamp } from './text.js';

/** Specification, section 5: said of both fields at once. */
export const missingCommentFields = 'Please fill in name and comment fields.';
export const missingReplyFields = 'Please fill in name and reply fields.';

/** An approved comment as everybody sees it. */
export const comment = z.object({
  id: recordId,
  blog_post_id: recordId,
  /** Null on the first level; replies have no replies. */
  parent_comment_id: recordId.nullable(),
  author_name: z.string(),
  content: z.string(),
  /** Written by the owner, signed in. */
  by_author: z.boolean().default(false),
  created_at: timestamp,
});
export type Comment = z.output<typeof comment>;

/** What a reader writes under a post; `id` is the post's. */
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

/** A comment as the owner moderates it. */
export const moderatedComment = comment.extend({
  author_email: z.string().nullable(),
  /** Null where it has been deleted. */
  post: z.object({ slug: z.string(), title: z.string(), published: z.boolean() }).nullable().default(null),
  /** The comment that it replies to. */
  in_reply_to: z.object({ author_name: z.string(), content: z.string() }).nullable().default(null),
  is_approved: z.boolean(),
  is_spam: z.boolean(),
  updated_at: timestamp,
  version: z.int().min(1),
});
export type ModeratedComment = z.output<typeof moderatedComment>;

/** `pending`: those that wait, then the others, the newest of each first. */
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

const byId = z.strictObject({ id: recordId });

export const comments = {
  list: operation({
    service: 'content',
    method: 'GET',
    path: '/posts/:id/comments',
    access: 'public',
    input: byId,
    output: itemsOf(comment),
    cache: ['posts', 'comments'],
    summary: 'The approved comments of a published post, oldest first.',
  }),
  submit: operation({
    service: 'content',
    method: 'POST',
    path: '/posts/:id/comments',
    access: 'public',
    input: newComment,
    output: submitted,
    delivery: 'submission',
    summary: 'Comment on a post, or reply to a comment. It appears once it has been approved.',
  }),
  listAll: operation({
    service: 'content',
    method: 'GET',
    path: '/admin/comments',
    access: 'admin',
    input: commentListQuery,
    output: listOf(moderatedComment),
    summary: 'Comments, pending ones first; searched by author, e-mail and text. Flagged ones only where asked for.',
  }),
  get: operation({
    service: 'content',
    method: 'GET',
    path: '/admin/comments/:id',
    access: 'admin',
    input: byId,
    output: moderatedComment,
    summary: 'One comment, flagged or not.',
  }),
  patch: operation({
    service: 'content',
    method: 'PATCH',
    path: '/admin/comments/:id',
    access: 'admin',
    input: commentPatch,
    output: moderatedComment,
    summary: 'Approve a comment, take it back, or mark it as spam.',
  }),
  delete: operation({
    service: 'content',
    method: 'DELETE',
    path: '/admin/comments/:id',
    access: 'admin',
    input: byId,
    output: byId,
    summary: 'Delete a comment.',
  }),
};

/**
 * A comment came into view or went out of it: was approved, taken back, or deleted after it had been approved. The
 * content service hears it too: it counts the post's comments again, should it have died before it had.
 */
export const commentChanged = event(
  'comment.changed',
  z.object({ id: recordId, blog_post_id: recordId, act: z.enum(liveActions).default('changed') }),
  ['content'],
  { drops: ['comments'], live: ({ id, act }) => [{ topic: 'blog_comments', id, act }] },
);

/** A comment came in, or changed without anybody seeing it: it waits for the owner, was marked as spam, was deleted. */
export const pendingCommentChanged = recordEvent('comment.pending_changed', 'blog_comments');

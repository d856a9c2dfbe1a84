import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { listOf, listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { byId } from '../core/record-link.js';
import { recordId, timestamp } from '../core/text.js';
import { editedPost } from './post.js';

/** Maximum number of revisions stored per post; older ones are deleted. */
export const maxRevisions = 50;

const texts = editedPost.pick({ title: true, slug: true, excerpt: true, content: true, category: true, tags: true });

export const postRevision = texts.extend({
  id: recordId,
  post_id: recordId,
  /** The `version` that the post had with this text. */
  version: z.int().min(1),
  words: z.int().min(0),
  /** When this text was saved, and by whom (an admin's email address; null if unknown). */
  saved_at: timestamp,
  saved_by: z.string().nullable(),
});
export type PostRevision = z.output<typeof postRevision>;
export const postRevisionSummary = postRevision.omit({ content: true });
export type PostRevisionSummary = z.output<typeof postRevisionSummary>;

const admin = adminOf('content');

export const postRevisions = operations({
  list: operation({
    ...admin,
    method: 'GET',
    path: '/admin/posts/:id/revisions',
    input: listQuery(['-version'], { id: recordId }).omit({ search: true }),
    output: listOf(postRevisionSummary),
    summary: 'List the former versions of a post, newest first.',
  }),
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/revisions/:id',
    input: byId,
    output: postRevision,
    summary: 'Get a former version of a post with its content.',
  }),
});

import { z } from 'zod';
import { listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { editedPost } from './post.js';
import { byId } from './record-link.js';
import { recordId, timestamp } from './text.js';

/** Texts that a post has had and that are kept, the newest ones. */
export const maxRevisions = 50;

const texts = editedPost.pick({ title: true, slug: true, excerpt: true, content: true, category: true, tags: true });

/** A text that a post had before it was saved again. */
export const postRevision = texts.extend({
  id: recordId,
  post_id: recordId,
  /** Of the post, while this was its text. */
  version: z.int().min(1),
  words: z.int().min(0),
  /** When this text was saved, and by whom (an admin's e-mail address; null: not known). */
  saved_at: timestamp,
  saved_by: z.string().nullable(),
});
export type PostRevision = z.output<typeof postRevision>;
export const postRevisionSummary = postRevision.omit({ content: true });
export type PostRevisionSummary = z.output<typeof postRevisionSummary>;

const content = { service: 'content', access: 'admin' } as const;

export const postRevisions = {
  list: operation({
    ...content,
    method: 'GET',
    path: '/admin/posts/:id/revisions',
    input: listQuery(['-version'], { id: recordId }).omit({ search: true }),
    output: listOf(postRevisionSummary),
    summary: 'The texts that a post had before, the newest first.',
  }),
  get: operation({
    ...content,
    method: 'GET',
    path: '/admin/revisions/:id',
    input: byId,
    output: postRevision,
    summary: 'One of them, whole.',
  }),
};

import { z } from 'zod';
import { event, recordEvent } from './event.js';
import { itemsOf, listOf, listQuery, pageOf, pageQuery, searchText } from './list.js';
import { countMarkdownBlocks } from './markdown-blocks.js';
import { markdownHeading, markdownNode } from './markdown-document.js';
import { operation } from './operation.js';
import { arrayOf, line, optional, recordId, requiredLine, requiredParagraphs, text, timestamp } from './text.js';

/** Specification, section 9. */
export const postPageSize = 9;
/** Words read in a minute (specification, section 5). */
export const readingSpeed = 200;
/** Characters of a post's text, and bytes of the body that carries it (quality: 256 KB for posts). */
export const postContentLimit = 200_000;
/** Blocks of Markdown in a post: that many are rendered in less than a second. */
export const postBlockLimit = 2_000;
export const postBodyLimit = 256 * 1024;
export const postTagsLimit = 30;
/** Posts of a feed, newest first. */
export const feedLength = 20;
/** Addresses of one sitemap (sitemaps.org: at most 50,000). */
export const sitemapLength = 50_000;

const slugText = text('Slug is required')
  .trim()
  .min(1, { error: 'Slug is required', abort: true })
  .max(200, 'At most 200 characters')
  .regex(/^[a-z0-9-]+$/, 'Only a-z, 0-9 and hyphens');

/**
 * The slug that a title suggests (specification, section 5): lowercase, every run of other characters than a-z and 0-9 a
 * hyphen, none at the ends.
 */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** How long a text takes to read: whole words divided by 200, rounded up (specification, section 5). */
export function readTimeOf(content: string): string {
  const words = content.split(/\s+/).filter(Boolean).length;
  return `${Math.max(1, Math.ceil(words / readingSpeed))} min read`;
}

/** A published post as lists show it. */
export const postSummary = z.object({
  id: recordId,
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  featured: z.boolean(),
  published_at: timestamp,
  author_name: z.string(),
  read_time: z.string(),
  likes_count: z.int().min(0),
  /** Approved comments. */
  comments_count: z.int().min(0),
});
export type PostSummary = z.output<typeof postSummary>;

/** A published post, whole. */
export const post = postSummary.extend({
  updated_at: timestamp,
  /** Markdown, as it was written. */
  content: z.string(),
  /** The same as it is drawn. */
  document: z.array(markdownNode),
  headings: z.array(markdownHeading),
});
export type Post = z.output<typeof post>;

/** A post as the owner works on it. */
export const editedPost = z.object({
  ...postSummary.shape,
  content: z.string(),
  published: z.boolean(),
  published_at: timestamp.nullable(),
  /** When a draft publishes itself. */
  scheduled_at: timestamp.nullable().default(null),
  created_at: timestamp,
  updated_at: timestamp,
  /** Raised by each edit. */
  version: z.int().min(1),
});
export type EditedPost = z.output<typeof editedPost>;
export const editedPostSummary = editedPost.omit({ content: true });
export type EditedPostSummary = z.output<typeof editedPostSummary>;

const postFields = {
  title: requiredLine('Title is required'),
  slug: slugText,
  excerpt: requiredParagraphs('Excerpt is required', 1_000),
  content: requiredParagraphs('Content is required', postContentLimit).refine(
    (text) => countMarkdownBlocks(text) <= postBlockLimit,
    `At most ${postBlockLimit.toLocaleString('en-US')} paragraphs, list items and other blocks`,
  ),
  category: requiredLine('Category is required', 100),
  tags: arrayOf(requiredLine('A tag is empty', 60)).max(postTagsLimit, `At most ${postTagsLimit} tags`),
  published: z.boolean(),
  featured: z.boolean(),
  /** When a draft is to be published: a time in the future; null takes it back. Publishing at once clears it. */
  scheduled_at: timestamp.nullish(),
  /** Computed from the content when it is empty. */
  read_time: optional(line(60)),
  author_name: optional(line(100)),
};

export const newPost = z.strictObject({
  ...postFields,
  tags: postFields.tags.default([]),
  published: z.boolean().default(false),
  featured: z.boolean().default(false),
});
export type NewPost = z.output<typeof newPost>;

/** A form's save names the version it read; publishing, unpublishing, scheduling and featuring need none. */
export const postPatch = z
  .strictObject(postFields)
  .partial()
  .extend({ id: recordId, version: z.int().min(1).optional() })
  .refine(
    ({ id: _id, version, published: _published, scheduled_at: _scheduled, featured: _featured, ...fields }) =>
      version !== undefined || !Object.keys(fields).length,
    { path: ['version'], message: 'Name the version that was edited' },
  );
export type PostPatch = z.output<typeof postPatch>;

export const postListQuery = pageQuery({
  category: line(100).optional(),
  search: searchText.optional(),
});
export type PostListQuery = z.output<typeof postListQuery>;

export const postSorts = ['-created_at', 'created_at', 'title', '-title', '-published_at', 'published_at'] as const;

export const editedPostListQuery = listQuery(postSorts, {
  /** Those that are scheduled are drafts too. */
  status: z.enum(['published', 'draft', 'scheduled'], 'Unknown status').optional(),
  category: line(100).optional(),
});
export type EditedPostListQuery = z.output<typeof editedPostListQuery>;

const byId = z.strictObject({ id: recordId });
const bySlug = z.strictObject({ slug: slugText });
const nothing = z.strictObject({});
const content = { service: 'content' } as const;

export const posts = {
  list: operation({
    ...content,
    method: 'GET',
    path: '/posts',
    access: 'public',
    input: postListQuery,
    output: pageOf(postSummary),
    cache: ['posts', 'comments'],
    summary: 'Published posts, newest first, nine a page; searched by title, excerpt and content.',
  }),
  read: operation({
    ...content,
    method: 'GET',
    path: '/posts/:slug',
    access: 'public',
    input: bySlug,
    output: post,
    cache: ['posts', 'comments'],
    summary: 'One published post. A slug that it had before answers 301 with its address now.',
  }),
  related: operation({
    ...content,
    method: 'GET',
    path: '/posts/:slug/related',
    access: 'public',
    input: bySlug,
    output: itemsOf(postSummary),
    cache: ['posts', 'comments'],
    summary: 'The three newest other posts of its category.',
  }),
  neighbours: operation({
    ...content,
    method: 'GET',
    path: '/posts/:slug/neighbours',
    access: 'public',
    input: bySlug,
    output: z.object({ previous: postSummary.nullable(), next: postSummary.nullable() }),
    cache: ['posts', 'comments'],
    summary: 'The posts published just before and just after it.',
  }),
  categories: operation({
    ...content,
    method: 'GET',
    path: '/categories',
    access: 'public',
    input: nothing,
    output: itemsOf(z.string()),
    cache: ['posts'],
    summary: 'The categories of the published posts, sorted.',
  }),
  feed: operation({
    ...content,
    method: 'GET',
    path: '/feed',
    access: 'public',
    input: nothing,
    output: itemsOf(post.omit({ content: true, headings: true })),
    cache: ['posts'],
    summary: 'The newest twenty posts, whole, for feed readers.',
  }),
  sitemap: operation({
    ...content,
    method: 'GET',
    path: '/sitemap',
    access: 'public',
    input: nothing,
    output: itemsOf(postSummary.pick({ slug: true }).extend({ updated_at: timestamp })),
    cache: ['posts'],
    summary: 'The slugs of all published posts, newest first, for search engines.',
  }),
  listEdited: operation({
    ...content,
    method: 'GET',
    path: '/admin/posts',
    access: 'admin',
    input: editedPostListQuery,
    output: listOf(editedPostSummary),
    summary: 'All posts, newest first; searched by title, category and excerpt.',
  }),
  get: operation({
    ...content,
    method: 'GET',
    path: '/admin/posts/:id',
    access: 'admin',
    input: byId,
    output: editedPost,
    summary: 'One post, published or not.',
  }),
  create: operation({
    ...content,
    method: 'POST',
    path: '/admin/posts',
    access: 'admin',
    input: newPost,
    output: editedPost,
    creates: true,
    bodyLimit: postBodyLimit,
    summary: 'Write a post.',
  }),
  patch: operation({
    ...content,
    method: 'PATCH',
    path: '/admin/posts/:id',
    access: 'admin',
    input: postPatch,
    output: editedPost,
    bodyLimit: postBodyLimit,
    summary: 'Change a post, publish it or take it back.',
  }),
  delete: operation({
    ...content,
    method: 'DELETE',
    path: '/admin/posts/:id',
    access: 'admin',
    input: byId,
    output: byId,
    summary: 'Delete a post.',
  }),
};

/** A post was written, changed, published, taken back or deleted. */
export const postChanged = recordEvent('post.changed', 'blog_posts', [], ['posts']);

/** The same of a post that nobody could read, before or after: no public answer is outdated. */
export const draftChanged = recordEvent('post.draft_changed', 'blog_posts');

/** A post that was published is so no more: it was taken back or deleted. What sends it on has to stop. */
export const postWithdrawn = event('post.withdrawn', z.object({ id: recordId }), ['notifications']);

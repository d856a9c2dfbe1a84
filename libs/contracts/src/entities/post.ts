import { z } from 'zod';
import { crud, patchOf, recordStamps } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { event, recordEvent } from '../core/event.js';
import { itemsOf, listQuery, pageOf, pageQuery, searchText } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import {
  arrayOf,
  line,
  optional,
  recordId,
  requiredLine,
  requiredParagraphs,
  rules,
  text,
  timestamp,
} from '../core/text.js';
import { comment } from './comment.js';
import { countMarkdownBlocks } from './markdown-blocks.js';
import { markdownHeading, markdownNode } from './markdown-document.js';

export const postEntity = entity({
  collection: 'blog_posts',
  service: 'content',
  trash: true,
  page: { path: '/admin/blog', drawer: false },
  cacheTag: 'posts',
  counts: { posts: {} },
});

/** Number of posts on one page of the blog list (specification, section 9). */
export const postPageSize = 9;
/** Words per minute that `readTimeOf` assumes (specification, section 5). */
export const readingSpeed = 200;
/** Maximum characters of a post's Markdown. `postBodyLimit` (bytes) limits the request that contains it. */
export const postContentLimit = 200_000;
/** Maximum blocks of Markdown in a post (see `countMarkdownBlocks`), which bounds the time of rendering. */
export const postBlockLimit = 2_000;
export const postBodyLimit = 256 * 1024;
export const postTagsLimit = 30;
export const feedLength = 20;
/** Maximum number of URLs in one sitemap (limit of sitemaps.org). */
export const sitemapLength = 50_000;

/** Maximum characters of a slug. */
const slugLimit = 200;

const slugText = text('Slug is required')
  .trim()
  .min(1, { error: 'Slug is required', abort: true })
  .max(slugLimit, `At most ${slugLimit} characters`)
  .regex(/^[a-z0-9-]+$/, 'Only a-z, 0-9 and hyphens');

/**
 * Returns the default slug of a title: `Hello, World!` becomes `hello-world` (specification, section 5). A long one ends after a
 * word; that of a title without a-z and 0-9 is the day, as `post-2026-11-27`; that of no title is ''.
 */
export function slugOf(title: string, today = new Date()): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (words === '') return title.trim() === '' ? '' : `post-${today.toISOString().slice(0, 10)}`;
  if (words.length <= slugLimit) return words;
  const cut = words.slice(0, slugLimit + 1);
  const end = cut.lastIndexOf('-');
  return cut.slice(0, end > 0 ? end : slugLimit);
}

/**
 * Returns the slug to try after `slug`, the default one of a title without a-z and 0-9, is taken: `post-2026-11-27-2`, then `-3`.
 * Undefined for a title with such letters: posts with the same words are for the owner to distinguish.
 */
export function nextSlugOf(title: string, slug: string): string | undefined {
  const [, day, times = '1'] = /^(post-\d{4}-\d\d-\d\d)(?:-(\d+))?$/.exec(slug) ?? [];
  return day === undefined || /[a-z0-9]/i.test(title) ? undefined : `${day}-${Number(times) + 1}`;
}

/** Returns a text's reading time, rounded up, at least 1: `4 min read` (specification, section 5). */
export function readTimeOf(content: string): string {
  const words = content.split(/\s+/).filter(Boolean).length;
  return `${Math.max(1, Math.ceil(words / readingSpeed))} min read`;
}

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
  /** Number of approved comments. */
  comments_count: z.int().min(0),
});
export type PostSummary = z.output<typeof postSummary>;

export const post = postSummary.extend({
  updated_at: timestamp,
  content: z.string(),
  /** The text rendered from `content`. */
  document: z.array(markdownNode),
  headings: z.array(markdownHeading),
});
export type Post = z.output<typeof post>;

/** What the page of a post shows. `related` has up to three posts, `comments` the approved ones, oldest first. */
export const postPage = z.object({
  post: post.omit({ content: true }),
  previous: postSummary.nullable(),
  next: postSummary.nullable(),
  related: z.array(postSummary),
  comments: z.array(comment),
});
export type PostPage = z.output<typeof postPage>;

export const editedPost = z.object({
  ...postSummary.shape,
  content: z.string(),
  published: z.boolean(),
  published_at: timestamp.nullable(),
  /** When the draft will be published automatically; null if it is not scheduled. */
  scheduled_at: timestamp.nullable().default(null),
  ...recordStamps,
});
export type EditedPost = z.output<typeof editedPost>;
export const editedPostSummary = editedPost.omit({ content: true });
export type EditedPostSummary = z.output<typeof editedPostSummary>;

const tooManyBlocks = `At most ${postBlockLimit.toLocaleString('en-US')} paragraphs, list items and other blocks`;

const postFields = {
  title: requiredLine('Title is required'),
  slug: slugText,
  excerpt: requiredParagraphs('Excerpt is required', 1_000),
  content: requiredParagraphs('Content is required', postContentLimit)
    .refine((text) => countMarkdownBlocks(text) <= postBlockLimit, tooManyBlocks)
    .meta(rules(tooManyBlocks)),
  category: requiredLine('Category is required', 100),
  tags: arrayOf(requiredLine('A tag is empty', 60)).max(postTagsLimit, `At most ${postTagsLimit} tags`),
  published: z.boolean(),
  featured: z.boolean(),
  /** Future time of automatic publication; null cancels it. Publishing the post clears it. */
  scheduled_at: timestamp.nullish(),
  /** Computed by `readTimeOf` if empty. */
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

export const postPatch = patchOf(postFields, ['published', 'scheduled_at', 'featured']);
export type PostPatch = z.output<typeof postPatch>;

export const postListQuery = pageQuery({
  category: line(100).optional(),
  search: searchText.optional(),
});
export type PostListQuery = z.output<typeof postListQuery>;

export const postSorts = ['-created_at', 'created_at', 'title', '-title', '-published_at', 'published_at'] as const;

export const editedPostListQuery = listQuery(postSorts, {
  /** `draft` includes scheduled posts. */
  status: z.enum(['published', 'draft', 'scheduled'], 'Unknown status').optional(),
  category: line(100).optional(),
});
export type EditedPostListQuery = z.output<typeof editedPostListQuery>;

const bySlug = z.strictObject({ slug: slugText });
const nothing = z.strictObject({});
const read = { service: 'content', method: 'GET', access: 'public' } as const;

const { list: listEdited, ...managed } = crud(postEntity, {
  noun: 'post',
  path: '/admin/posts',
  query: editedPostListQuery,
  record: editedPost,
  row: editedPostSummary,
  create: newPost,
  patch: postPatch,
  bodyLimit: postBodyLimit,
  summaries: {
    list: 'List all posts, newest first. Searches title, category and excerpt.',
    patch: 'Update, publish or unpublish a post.',
  },
});

export const posts = operations({
  list: operation({
    ...read,
    path: '/posts',
    input: postListQuery,
    output: pageOf(postSummary),
    cache: ['posts', 'comments'],
    summary: 'List published posts, newest first, nine per page. Searches title, excerpt and content.',
  }),
  read: operation({
    ...read,
    path: '/posts/:slug',
    input: bySlug,
    output: post,
    cache: ['posts', 'comments'],
    summary: 'Get a published post. A former slug redirects with 301.',
  }),
  page: operation({
    ...read,
    path: '/posts/:slug/page',
    input: bySlug,
    output: postPage,
    cache: ['posts', 'comments'],
    summary: 'Get a published post, without its Markdown, with its neighbours, related posts and comments.',
  }),
  related: operation({
    ...read,
    path: '/posts/:slug/related',
    input: bySlug,
    output: itemsOf(postSummary),
    cache: ['posts', 'comments'],
    summary: 'List the three newest other posts of the same category.',
  }),
  neighbours: operation({
    ...read,
    path: '/posts/:slug/neighbours',
    input: bySlug,
    output: z.object({ previous: postSummary.nullable(), next: postSummary.nullable() }),
    cache: ['posts', 'comments'],
    summary: 'Get the posts published before and after a post.',
  }),
  categories: operation({
    ...read,
    path: '/categories',
    input: nothing,
    output: itemsOf(z.string()),
    cache: ['posts'],
    summary: 'List the categories of published posts, sorted.',
  }),
  feed: operation({
    ...read,
    path: '/feed',
    input: nothing,
    output: itemsOf(post.omit({ content: true, headings: true })),
    cache: ['posts'],
    summary: 'List the newest twenty posts with their full text, for feed readers.',
  }),
  sitemap: operation({
    ...read,
    path: '/sitemap',
    input: nothing,
    output: itemsOf(postSummary.pick({ slug: true }).extend({ updated_at: timestamp })),
    cache: ['posts'],
    summary: 'List the slugs of published posts, newest first, for search engines.',
  }),
  listEdited,
  ...managed,
});

/** A post that is or was public has changed, or its comment count: cached responses are invalidated. */
export const postChanged = recordEvent('post.changed', 'blog_posts', [], ['posts']);

/** A draft has changed. Drafts are not public, so no cached response is invalidated. */
export const draftChanged = recordEvent('post.draft_changed', 'blog_posts');

/** A published post was unpublished or deleted: its newsletter has to stop. */
export const postWithdrawn = event('post.withdrawn', z.object({ id: recordId }), ['notifications']);

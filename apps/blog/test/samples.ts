import type { Comment } from '@docfolio/contracts/entities/comment';
import type { Post, PostPage, PostSummary } from '@docfolio/contracts/entities/post';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Returns post number `n`; 1 is the newest. */
export function samplePost(n: number, fields: Partial<PostSummary> = {}): PostSummary {
  return {
    id: uuid(n),
    slug: `post-${n}`,
    title: `Post number ${n}`,
    excerpt: `What number ${n} is about.`,
    category: 'Architecture',
    tags: ['api', 'postgres'],
    featured: false,
    published_at: new Date(Date.UTC(2025, 7, 13 - n, 23, 30)).toISOString(),
    author_name: 'Alex Morgan',
    read_time: '8 min read',
    likes_count: 24,
    comments_count: 2,
    ...fields,
  };
}

/** Returns post number `n` with two sections. */
export function wholePost(n: number, fields: Partial<Post> = {}): Post {
  return {
    ...samplePost(n),
    updated_at: '2025-08-14T08:00:00.000Z',
    content: '## Claim, act, settle\n\nTreat the key as a lock.\n\n## When to forget\n\nAfter a day.',
    document: [
      { t: 'h2', p: { id: 'claim-act-settle' }, c: ['Claim, act, settle'] },
      { t: 'p', c: ['Treat the key as a lock. ', { t: 'a', p: { href: '/blog?category=AI' }, c: ['More of it'] }] },
      { t: 'h2', p: { id: 'when-to-forget' }, c: ['When to forget'] },
      { t: 'p', c: ['After a day.'] },
    ],
    headings: [
      { id: 'claim-act-settle', text: 'Claim, act, settle', depth: 2 },
      { id: 'when-to-forget', text: 'When to forget', depth: 2 },
    ],
    ...fields,
  };
}

/** Returns what the page of post number `n` shows: the post alone, without `parts`. */
export function postPage(n: number, fields: Partial<Post> = {}, parts: Partial<PostPage> = {}): PostPage {
  const { content: _content, ...post } = wholePost(n, fields);
  return { post, previous: null, next: null, related: [], comments: [], ...parts };
}

/** Returns a comment of post 1. */
export function sampleComment(n: number, fields: Partial<Comment> = {}): Comment {
  return {
    id: uuid(900 + n),
    blog_post_id: uuid(1),
    parent_comment_id: null,
    author_name: `Reader ${n}`,
    content: `Thought ${n}`,
    by_author: false,
    created_at: '2025-08-13T23:30:00.000Z',
    ...fields,
  };
}

export const page = (items: PostSummary[], total = items.length, page = 1) => ({
  json: { items, total, page, page_size: 9 },
});
export const items = (items: unknown[]) => ({ json: { items } });
export const stored = { status: 201, json: { id: uuid(77), status: 'stored' } };
export const accepted = { status: 202, json: { id: uuid(77), status: 'accepted' } };

import { toHtml } from '@docfolio/markdown/to-html';
import { headOf } from '@docfolio/site-copy/pages';
import { owner, siteTitle } from '@docfolio/site-copy/site';
import type { FeedPost } from './feed-post.js';

/** Returns a JSON Feed 1.1 (jsonfeed.org) with the posts' full text. @param origin without a trailing slash */
export function jsonFeed(posts: readonly FeedPost[], origin: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: siteTitle,
    home_page_url: `${origin}/blog`,
    feed_url: `${origin}/feed.json`,
    description: headOf('/blog').description,
    language: 'en',
    authors: [{ name: owner.name, url: `${origin}/about` }],
    items: posts.map((post) => ({
      id: `urn:uuid:${post.id}`,
      url: `${origin}/blog/${post.slug}`,
      title: post.title,
      summary: post.excerpt,
      content_html: toHtml(post.document, { page: `${origin}/blog/${post.slug}` }),
      date_published: post.published_at,
      date_modified: post.updated_at,
      authors: [{ name: post.author_name }],
      tags: [post.category, ...post.tags],
    })),
  });
}

import { toHtml } from '@docfolio/markdown/to-html';
import { headOf } from '@docfolio/site-copy/pages';
import { owner, siteTitle } from '@docfolio/site-copy/site';
import type { FeedPost } from './feed-post.js';
import { element } from './xml.js';

const spaces = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
};

/** Returns an RSS 2.0 feed with the posts' full text. @param origin without a trailing slash */
export function rssFeed(posts: readonly FeedPost[], origin: string): string {
  const latest = posts
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1);
  const declared = Object.entries(spaces).map(([name, uri]) => ` ${name}="${uri}"`);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<rss version="2.0"${declared.join('')}>\n<channel>\n` +
    element('title', siteTitle) +
    element('link', `${origin}/blog`) +
    element('description', headOf('/blog').description ?? '') +
    element('language', 'en') +
    element('copyright', owner.name) +
    (latest ? element('lastBuildDate', date(latest)) : '') +
    element('atom:link', '', { href: `${origin}/rss.xml`, rel: 'self', type: 'application/rss+xml' }) +
    posts.map((post) => item(post, origin)).join('') +
    '</channel>\n</rss>\n'
  );
}

function item(post: FeedPost, origin: string): string {
  const page = `${origin}/blog/${post.slug}`;
  const tags = [post.category, ...post.tags].map((tag) => element('category', tag));
  return (
    '<item>\n' +
    element('title', post.title) +
    element('link', page) +
    // The id, so that a new slug or host does not make it a new post.
    element('guid', `urn:uuid:${post.id}`, { isPermaLink: 'false' }) +
    element('pubDate', date(post.published_at)) +
    element('dc:creator', post.author_name) +
    tags.join('') +
    element('description', post.excerpt) +
    element('content:encoded', toHtml(post.document, { page })) +
    '</item>\n'
  );
}

/** Formats a timestamp as RSS 2.0 requires: RFC 822 with a four-digit year. */
function date(timestamp: string): string {
  return new Date(timestamp).toUTCString();
}

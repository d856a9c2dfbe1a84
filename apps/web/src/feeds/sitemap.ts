import type { OutputOf } from '@docfolio/contracts/core/operation';
import { type posts, sitemapLength } from '@docfolio/contracts/entities/post';
import { type Page, publicPages } from '@docfolio/site-copy/pages';
import { element } from './xml.js';

type SitemapPost = OutputOf<typeof posts.sitemap>['items'][number];

/**
 * Returns a sitemap of the indexable pages and, up to 50,000 URLs, posts.
 * @param remotePages pages that the remotes' builds list
 * @param origin without a trailing slash
 */
export function sitemap(posts: readonly SitemapPost[], remotePages: readonly Page[], origin: string): string {
  // A page without a description is not indexed; a path with a parameter is a pattern.
  const pages = [...publicPages, ...remotePages].filter(({ path, description }) => description && !path.includes(':'));
  const urls = [
    ...pages.map(({ path }) => element('loc', origin + path)),
    ...posts
      .slice(0, sitemapLength - pages.length)
      .map(({ slug, updated_at }) => element('loc', `${origin}/blog/${slug}`) + element('lastmod', updated_at)),
  ];
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
    urls.map((url) => `<url>\n${url}</url>\n`).join('') +
    '</urlset>\n'
  );
}

import { isProblem } from '@docfolio/api-client/problem';
import type { AddressOf, LoadPage, PageLoad } from '@docfolio/federation/page-load';
import { matchPath } from '@docfolio/federation/router';
import type { QueryClient } from '@tanstack/react-query';
import { commentsQuery } from './comments/comment-queries.js';
import { loadRequests } from './load-requests.js';
import { listAddress, listPlaceOf } from './posts/list-place.js';
import {
  categoriesQuery,
  isMissing,
  neighboursQuery,
  postListQuery,
  postQuery,
  previewQuery,
  relatedQuery,
} from './posts/post-queries.js';

export { submit } from './forms.js';
export { default as Routes } from './routes.js';

const tags = ['posts', 'comments'] as const;

/** Returns a page's canonical URL, by which it is cached. Only the list of posts keeps (known parts of) its query. */
export const addressOf: AddressOf = ({ pathname, search }) =>
  pathname === '/blog' ? listAddress(listPlaceOf(search)) : pathname;

/** Prefetches a page's data. Throws if list, post or preview fail (missing: 404); other errors are in `missing`. */
export const load: LoadPage = async ({ pathname, search }, client) => {
  // The newsletter pages are the same for everybody: only the browser reads the token in their links.
  if (pathname.startsWith('/newsletter/')) return { status: 200, tags: [] };
  const token = matchPath('/blog/preview/:token', pathname)?.params.token;
  if (token !== undefined) return loadPreview(token, client);
  const slug = matchPath('/blog/:slug', pathname)?.params.slug;
  return slug === undefined ? loadList(search, client) : loadPost(slug, client);
};

async function loadList(search: URLSearchParams, client: QueryClient): Promise<PageLoad> {
  const place = listPlaceOf(search);
  const [list] = await Promise.all([client.fetchQuery(postListQuery(place)), client.prefetchQuery(categoriesQuery())]);
  // An unknown category or page is a 404, so that search engines do not index empty lists.
  const isUnknown =
    list.items.length === 0 && (place.page > 1 || (place.category !== undefined && place.search === undefined));
  // Pages with a search are not cached (no `tags`): the number of possible searches is unlimited.
  return {
    status: isUnknown ? 404 : 200,
    tags: place.search === undefined ? tags : undefined,
    missing: missingOf(client),
  };
}

async function loadPost(slug: string, client: QueryClient): Promise<PageLoad> {
  try {
    const { isSlug, readPostPage } = await loadRequests();
    if (!isSlug(slug)) return { status: 404, tags };
    const { post, previous, next, related, comments } = await readPostPage(slug, client);
    if (post.slug !== slug) return { status: 200, location: `/blog/${post.slug}`, tags };
    // Browsers read the parts on their own, as comments change without the post.
    await Promise.all([
      client.fetchQuery({ ...postQuery(slug), queryFn: () => post }),
      client.fetchQuery({ ...neighboursQuery(slug), queryFn: () => ({ previous, next }) }),
      client.fetchQuery({ ...relatedQuery(slug), queryFn: () => ({ items: related }) }),
      client.fetchQuery({ ...commentsQuery(post.id), queryFn: () => ({ items: comments }) }),
    ]);
    return { status: 200, tags };
  } catch (error) {
    // A gateway of an earlier release does not have the operation: browsers then read the parts.
    if (isMissing(error) && !isUnknownRoute(error)) return { status: 404, tags };
    throw error;
  }
}

/** Prefetches a draft. The page is not cached (no `tags`). */
async function loadPreview(token: string, client: QueryClient): Promise<PageLoad> {
  const draft = await client.fetchQuery(previewQuery(token));
  return { status: draft ? 200 : 404 };
}

const isUnknownRoute = (error: unknown) => isProblem(error) && error.code === 'no_such_route';

/** Returns the errors of failed queries by operation (`GET /categories`); undefined if none failed. */
function missingOf(client: QueryClient): Record<string, unknown> | undefined {
  const failed = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'error');
  if (failed.length === 0) return undefined;
  return Object.fromEntries(failed.map(({ queryKey, state }) => [String(queryKey[0]), state.error]));
}

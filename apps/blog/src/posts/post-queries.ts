import { isProblem } from '@docfolio/api-client/problem';
import type { ShownPost, ShownPreview } from '../requests.js';
import type { ListPlace } from './list-place.js';
import { publicQuery } from './public-query.js';

export const postListQuery = (place: ListPlace) =>
  publicQuery(['GET /posts', place], (requests, context) => requests.listPosts(place, context));

export const categoriesQuery = () =>
  publicQuery(['GET /categories', {}], (requests, context) => requests.listCategories(context));

/** Returns the query for a published post. A former slug finds it, too; it is then cached under both slugs. */
export const postQuery = (slug: string) =>
  publicQuery(postKey(slug), async (requests, context) => {
    const post = await requests.readPost(slug, context);
    if (post.slug !== slug) context.client.setQueryData<ShownPost>(postKey(post.slug), post);
    return post;
  });

/** Returns a key other than the operation's, because the cached post lacks the Markdown text. */
const postKey = (slug: string) => ['GET /posts/:slug', 'shown', { slug }];

/** Returns whether an error means that there is no such post or preview: 404, or 400 for an invalid slug or token. */
export const isMissing = (error: unknown) => isProblem(error) && (error.status === 404 || error.status === 400);

/** Returns the query for a draft by its preview token. Its result is null if the link does not work (any more). */
export const previewQuery = (token: string) =>
  publicQuery(['GET /previews/:token', 'shown', { token }], async (requests, context): Promise<ShownPreview | null> => {
    try {
      return await requests.readPreview(token, context);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });

export const relatedQuery = (slug: string) =>
  publicQuery(['GET /posts/:slug/related', { slug }], (requests, context) => requests.readRelated(slug, context));

export const neighboursQuery = (slug: string) =>
  publicQuery(['GET /posts/:slug/neighbours', { slug }], (requests, context) => requests.readNeighbours(slug, context));

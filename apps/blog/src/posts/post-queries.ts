import { isProblem } from '@docfolio/api-client/problem';
import type { ShownPost, ShownPreview } from '../requests.js';
import type { ListPlace } from './list-place.js';
import { publicQuery } from './public-query.js';

export const postListQuery = (place: ListPlace) =>
  publicQuery(['GET /posts', place], (requests, context) => requests.listPosts(place, context));

export const categoriesQuery = () =>
  publicQuery(['GET /categories', {}], (requests, context) => requests.listCategories(context));

/** A former slug returns the post with its current slug, under which it is cached as well. */
export const postQuery = (slug: string) =>
  publicQuery(postKey(slug), async (requests, context) => {
    const post = await requests.readPost(slug, context);
    if (post.slug !== slug) context.client.setQueryData<ShownPost>(postKey(post.slug), post);
    return post;
  });

/** Differs from the operation's key, because the data lacks the markdown. */
const postKey = (slug: string) => ['GET /posts/:slug', 'shown', { slug }];

/** Returns whether there is no such published post. 400: the slug is invalid. */
export const isMissing = (error: unknown) => isProblem(error) && (error.status === 404 || error.status === 400);

/** Null once the link has expired. */
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

import { isProblem } from '@docfolio/api-client/problem';
import type { ListPlace } from './list-place.js';
import type { ShownPost, ShownPreview } from './post-requests.js';
import { publicQuery } from './public-query.js';

export type { ShownPost, ShownPreview };

const requests = () => import(/* webpackChunkName: "requests" */ './post-requests.js');

export const postListQuery = (place: ListPlace) =>
  publicQuery(['GET /posts', place], async (asking) => (await requests()).listPosts(place, asking));

export const categoriesQuery = () =>
  publicQuery(['GET /categories', {}], async (asking) => (await requests()).listCategories(asking));

/**
 * Without the markdown: hence a key of its own below the operation's. An address that the post had before answers with
 * the post of now, which tells its own slug; asking for that one next asks nobody.
 */
export const postQuery = (slug: string) =>
  publicQuery(postKey(slug), async (asking) => {
    const post = await (await requests()).readPost(slug, asking);
    if (post.slug !== slug) asking.client.setQueryData<ShownPost>(postKey(post.slug), post);
    return post;
  });

const postKey = (slug: string) => ['GET /posts/:slug', 'shown', { slug }];

/** Whether there is no such post: it isn't published, or the address can't be a post's. */
export const isMissing = (error: unknown) => isProblem(error) && (error.status === 404 || error.status === 400);

/** What a preview link shows; null once it shows nothing any more, which is an answer like any other. */
export const previewQuery = (token: string) =>
  publicQuery(['GET /previews/:token', 'shown', { token }], async (asking): Promise<ShownPreview | null> => {
    try {
      return await (await requests()).readPreview(token, asking);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });

export const relatedQuery = (slug: string) =>
  publicQuery(['GET /posts/:slug/related', { slug }], async (asking) => (await requests()).readRelated(slug, asking));

export const neighboursQuery = (slug: string) =>
  publicQuery(['GET /posts/:slug/neighbours', { slug }], async (asking) =>
    (await requests()).readNeighbours(slug, asking),
  );

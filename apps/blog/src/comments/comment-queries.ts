import { publicQuery } from '../posts/public-query.js';

const requests = () => import(/* webpackChunkName: "requests" */ './comment-requests.js');

/** The approved comments of a post, oldest first. */
export const commentsQuery = (postId: string) =>
  publicQuery(['GET /posts/:id/comments', { id: postId }], async (asking) =>
    (await requests()).listComments(postId, asking),
  );

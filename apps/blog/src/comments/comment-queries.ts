import { publicQuery } from '../posts/public-query.js';

/** The approved comments of a post, oldest first. */
export const commentsQuery = (postId: string) =>
  publicQuery(['GET /posts/:id/comments', { id: postId }], (requests, context) =>
    requests.listComments(postId, context),
  );

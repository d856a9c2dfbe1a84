import { publicQuery } from '../posts/public-query.js';

/** Returns the query for a post's approved comments, oldest first. */
export const commentsQuery = (postId: string) =>
  publicQuery(['GET /posts/:id/comments', { id: postId }], (requests, context) =>
    requests.listComments(postId, context),
  );

/** What checks and sends a comment: with zod and the contracts, which reading needs none of. */
export const loadCommentSubmission = () => import(/* webpackChunkName: "requests" */ './comment-submission.js');

/** What checks and sends a service inquiry: it brings zod and the contracts, which reading needs none of. */
export const loadSubmission = () => import(/* webpackChunkName: "requests" */ './submission.js');

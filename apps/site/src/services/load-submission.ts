/** Loads the code that checks and sends a service inquiry, with zod and the contracts. */
export const loadSubmission = () => import(/* webpackChunkName: "requests" */ './submission.js');

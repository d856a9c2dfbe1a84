/** Loads the code that checks and sends a portfolio inquiry, with zod and the contracts. */
export const loadSubmission = () => import(/* webpackChunkName: "requests" */ './submission.js');

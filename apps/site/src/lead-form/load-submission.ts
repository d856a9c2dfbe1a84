/** Loads the code that checks and sends a lead, with zod and the contracts. */
export const loadSubmission = () => import(/* webpackChunkName: "requests" */ './submission.js');

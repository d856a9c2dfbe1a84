/** What checks and sends a lead, as a file of its own: it brings zod and the contracts, which reading needs none of. */
export const loadSubmission = () => import('./submission.js');

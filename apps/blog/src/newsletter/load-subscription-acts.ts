/** What does as a mail's link says: with zod and the contracts, which reading needs none of. */
export const loadSubscriptionActs = () => import(/* webpackChunkName: "requests" */ './subscription-acts.js');

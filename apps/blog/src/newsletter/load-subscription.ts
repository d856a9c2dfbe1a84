/** Names the form when a browser posts it. */
export const newsletterFormName = 'newsletter';

/** What checks and sends a subscription: with zod and the contracts, which reading needs none of. */
export const loadSubscription = () => import(/* webpackChunkName: "requests" */ './subscription.js');

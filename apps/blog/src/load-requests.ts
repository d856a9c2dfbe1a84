export const loadRequests = () => import(/* webpackChunkName: "requests" */ './requests.js');

/** Loads requests.ts ahead of use. Failures are ignored: `loadRequests` tries again and rejects. */
export const preloadRequests = () => void loadRequests().catch(() => {});

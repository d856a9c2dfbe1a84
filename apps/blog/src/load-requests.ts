export const loadRequests = () => import(/* webpackChunkName: "requests" */ './requests.js');

/** Loads requests.ts ahead of use and ignores failures; `loadRequests` tries again. */
export const preloadRequests = () => void loadRequests().catch(() => {});

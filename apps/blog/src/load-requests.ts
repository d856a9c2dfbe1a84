export const loadRequests = () => import(/* webpackChunkName: "requests" */ './requests.js');

/** Loads the file early. A failure is reported when the file is needed. */
export const preloadRequests = () => void loadRequests().catch(() => {});

export const loadRequests = () => import(/* webpackChunkName: "requests" */ './requests.js');

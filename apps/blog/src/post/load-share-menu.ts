/** The menu of places to share in, as a file of its own. */
export const loadShareMenu = () => import(/* webpackChunkName: "share-menu" */ './share-menu.js');

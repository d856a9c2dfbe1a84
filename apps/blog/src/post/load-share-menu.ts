export const loadShareMenu = () => import(/* webpackChunkName: "share-menu" */ './share-menu.js');

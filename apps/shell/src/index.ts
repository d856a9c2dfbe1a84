// The boundary that lets the shared modules be settled before anything that imports them is evaluated.
import(/* webpackChunkName: "bootstrap" */ './bootstrap.js');

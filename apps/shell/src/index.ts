// The dynamic import lets module federation resolve shared modules before code that imports them is evaluated.
import(/* webpackChunkName: "bootstrap" */ './bootstrap.js');

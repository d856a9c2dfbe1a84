import { firstPaint } from './first-paint.js';

// The boundary that lets the shared modules be settled before anything that imports them is evaluated.
void firstPaint().then(() => import(/* webpackChunkName: "bootstrap" */ './bootstrap.js'));

import type { AddressOf, LoadPage } from '@docfolio/federation/page-load';
import type { PathOf } from '@docfolio/site-copy/pages';
import { type ComponentType, lazy } from 'react';
import * as bookmarks from './bookmarks/bookmarks.server.js';
import { HomePage } from './home/home.page.js';
import * as mentorship from './mentorship/mentorship.server.js';

// All pages but the home page are loaded on demand.
export const pages: Record<PathOf<'site'>, ComponentType> = {
  '/': HomePage,
  '/contact': lazy(() => import('./contact/contact.page.js')),
  '/contact/sent': lazy(() => import('./contact/sent.page.js')),
  '/services': lazy(() => import('./services/services.page.js')),
  '/portfolio': lazy(() => import('./portfolio/portfolio.page.js')),
  '/about': lazy(() => import('./about/about.page.js')),
  '/mentorship': lazy(() => import('./mentorship/mentorship.page.js')),
  '/bookmarks': lazy(() => import('./bookmarks/bookmarks.page.js')),
  '/privacy': lazy(() => import('./privacy/privacy.page.js')),
};

/** Server-side loading of pages with data. Browsers never download it, because only server.ts imports it. */
export const loaders: Partial<Record<string, { load: LoadPage; addressOf?: AddressOf }>> = {
  '/bookmarks': bookmarks,
  '/mentorship': mentorship,
} satisfies Partial<Record<PathOf<'site'>, unknown>>;

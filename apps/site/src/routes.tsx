import './styles.css';
import { Route, Routes } from '@docfolio/federation/router';
import type { PathOf } from '@docfolio/site-copy/pages';
import { type ComponentType, lazy } from 'react';
import { HomePage } from './home/home.page.js';
import { NotFoundPage } from './not-found/not-found.page.js';

// All pages but the home page are loaded on demand, so that a first visit downloads little.
const pages: Record<PathOf<'site'>, ComponentType> = {
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

/** The routes of all public pages except the blog's; the 404 page for any other path. */
export default function SiteRoutes() {
  return (
    <Routes>
      {Object.entries(pages).map(([path, Page]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

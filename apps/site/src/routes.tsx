import './styles.css';
import { Route, Routes } from '@docfolio/federation/router';
import { lazy } from 'react';
import { HomePage } from './home/home.page.js';
import { NotFoundPage } from './not-found/not-found.page.js';

// The form brings its own libraries, which the home page needn't wait for.
const ContactPage = lazy(() => import('./contact/contact.page.js'));

/** The public pages that aren't the blog's, and the 404 page for every path that is nobody's. */
export default function SiteRoutes() {
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/contact" element={<ContactPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

import './styles.css';
import { Route, Routes } from '@docfolio/federation/router';
import { lazy } from 'react';
import { HomePage } from './home/home.page.js';
import { NotFoundPage } from './not-found/not-found.page.js';

// Loaded on demand, so that the home page is small.
const ContactPage = lazy(() => import('./contact/contact.page.js'));
const SentPage = lazy(() => import('./contact/sent.page.js'));
const ServicesPage = lazy(() => import('./services/services.page.js'));
const PortfolioPage = lazy(() => import('./portfolio/portfolio.page.js'));
const AboutPage = lazy(() => import('./about/about.page.js'));
const MentorshipPage = lazy(() => import('./mentorship/mentorship.page.js'));
const BookmarksPage = lazy(() => import('./bookmarks/bookmarks.page.js'));
const PrivacyPage = lazy(() => import('./privacy/privacy.page.js'));

/** The public pages except the blog's, and the 404 page. */
export default function SiteRoutes() {
  return (
    <Routes>
      <Route path="/" element={<HomePage />} />
      <Route path="/contact" element={<ContactPage />} />
      <Route path="/contact/sent" element={<SentPage />} />
      <Route path="/services" element={<ServicesPage />} />
      <Route path="/portfolio" element={<PortfolioPage />} />
      <Route path="/about" element={<AboutPage />} />
      <Route path="/mentorship" element={<MentorshipPage />} />
      <Route path="/bookmarks" element={<BookmarksPage />} />
      <Route path="/privacy" element={<PrivacyPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

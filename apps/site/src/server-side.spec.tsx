/** @jest-environment node */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import AboutPage from './about/about.page.js';
import BookmarksPage from './bookmarks/bookmarks.page.js';
import ContactPage from './contact/contact.page.js';
import { HomePage } from './home/home.page.js';
import MentorshipPage from './mentorship/mentorship.page.js';
import PortfolioPage from './portfolio/portfolio.page.js';
import PrivacyPage from './privacy/privacy.page.js';
import ServicesPage from './services/services.page.js';

it.each([
  ['/', <HomePage key="home" />, 'Building better software'],
  ['/contact', <ContactPage key="contact" />, 'Send inquiry'],
  ['/services', <ServicesPage key="services" />, 'Discovery Call'],
  ['/portfolio', <PortfolioPage key="portfolio" />, 'Similar Project?'],
  ['/about', <AboutPage key="about" />, 'Continuous Learning'],
  ['/mentorship', <MentorshipPage key="mentorship" />, 'Most Popular'],
  ['/bookmarks', <BookmarksPage key="bookmarks" />, 'Loading bookmarks'],
  ['/privacy', <PrivacyPage key="privacy" />, 'Have it removed'],
])('renders %s without a browser', (path, page, words) => {
  expect(typeof window).toBe('undefined');
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <StaticRouter location={path}>{page}</StaticRouter>
    </QueryClientProvider>,
  );
  expect(html).toContain(words);
});

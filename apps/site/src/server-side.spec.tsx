/** @jest-environment node */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import ContactPage from './contact/contact.page.js';
import { HomePage } from './home/home.page.js';

it.each([
  ['/', <HomePage key="home" />, 'Building better software'],
  ['/contact', <ContactPage key="contact" />, 'Send inquiry'],
])('renders %s where there is no browser', (path, page, words) => {
  expect(typeof window).toBe('undefined');
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <StaticRouter location={path}>{page}</StaticRouter>
    </QueryClientProvider>,
  );
  expect(html).toContain(words);
});

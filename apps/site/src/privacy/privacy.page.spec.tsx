import { screen, within } from '@testing-library/react';
import { renderPage } from '../../test/render-page.js';
import PrivacyPage from './privacy.page.js';

const names = (section: string) =>
  within(screen.getByRole('region', { name: section }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

it('states content, purpose and retention for everything that is stored', () => {
  renderPage(<PrivacyPage />, '/privacy');
  expect(names('What you send')).toEqual([
    'Inquiries',
    'E-mails about what you send',
    'Newsletter',
    'Posts by mail',
    'Comments',
  ]);
  expect(names('What stays in your browser')).toEqual([
    'Sidebar',
    'Version of the pages',
    'Version that failed',
    'Theme and likes',
    'Drafts',
    'What you just sent',
  ]);
  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  expect(terms).toEqual(Array.from({ length: 11 }, () => ['Holds', 'For', 'Until']).flat());
});

it('explains how to request removal, and that records can be restored for 30 days', () => {
  renderPage(<PrivacyPage />, '/privacy');
  const removal = screen.getByRole('region', { name: 'Have it removed' });
  expect(removal).toHaveTextContent('can be restored for 30 days');
  expect(screen.getByRole('link', { name: 'Write to me' })).toHaveAttribute('href', '/contact');
});

import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { auth } from '@docfolio/contracts/entities/session';
import { stats } from '@docfolio/contracts/entities/stats';
import { screen, waitFor, within } from '@testing-library/react';
import { LeadsGateway, leadNumber } from '../../../test/leads-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: LeadsGateway;
beforeAll(async () => {
  gateway = new LeadsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  window.history.replaceState(null, '', '/admin');
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no CookieStore.
  document.cookie = 'crm_sidebar=; path=/admin; max-age=0';
  gateway.reset([leadNumber(1), leadNumber(2), leadNumber(3, { is_spam: true })]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const links = () => within(screen.getByRole('navigation', { name: 'CRM' })).getAllByRole('link');

test('shows the header, the title and ten links in order, with counts on record pages only', async () => {
  renderCrm('/admin');
  expect(await screen.findByText('CRM Admin Dashboard')).toBeVisible();
  expect(screen.getByText('CRM Dashboard')).toBeVisible();
  const specified = [
    '/admin',
    '/admin/leads',
    '/admin/clients',
    '/admin/projects',
    '/admin/service-inquiries',
    '/admin/portfolio-inquiries',
    '/admin/blog',
    '/admin/blog-subscribers',
    '/admin/bookmarks',
    '/admin/testimonials',
  ];
  const paths = links().map((link) => link.getAttribute('href')!);
  // A new kind of record adds a link.
  expect(paths.filter((path) => specified.includes(path))).toEqual(specified);
  expect(links()[0]).toHaveAttribute('aria-current', 'page');
  await waitFor(() => expect(links()[1]).toHaveTextContent('2 leads'));
  expect(links()[0]).toHaveTextContent(/^Dashboard$/);
});

test('marks a count as unknown if it cannot be fetched', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(stats.people, () => {
    throw new ProblemError('internal');
  });
  renderCrm('/admin');
  await screen.findByText('CRM Dashboard');
  await waitFor(() => expect(links()[1]).toHaveTextContent('count unknown'));
});

test('collapses the sidebar to labelled icons by Ctrl-B, expands it by its button, and stores the state in a cookie', async () => {
  const { user, unmount } = renderCrm('/admin');
  await screen.findByText('CRM Dashboard');
  await user.keyboard('{Control>}b{/Control}');
  expect(screen.queryByText('CRM Dashboard')).not.toBeInTheDocument();
  expect(links().map((link) => link.getAttribute('aria-label'))).toContain('Portfolio Inquiries');
  expect(document.cookie).toContain('crm_sidebar=collapsed');
  unmount();
  renderCrm('/admin');
  const expand = await screen.findByRole('button', { name: 'Expand sidebar' });
  await user.click(expand);
  expect(screen.getByText('CRM Dashboard')).toBeVisible();
  expect(document.cookie).toContain('crm_sidebar=expanded');
});

test('shows a message after Sign Out, and opens the dashboard after the next sign-in', async () => {
  const { user } = renderCrm('/admin/leads');
  await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
  expect(await screen.findByText('You have been signed out.')).toBeVisible();
  expect(screen.getByText('Success')).toBeVisible();
  expect(gateway.server.requestsOf(auth.signOut)).toHaveLength(1);
  await screen.findByRole('heading', { name: 'Admin Access' });
  await signInAs();
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(address()).toBe('/admin');
});

test('shows an error and stays signed in if Sign Out fails', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(auth.signOut, 'drop');
  const { user } = renderCrm('/admin/leads');
  await user.click(await screen.findByRole('button', { name: 'Account: owner@example.com' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  expect(await screen.findByText('Error signing out')).toBeVisible();
  expect(address()).toBe('/admin/leads');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Leads/);
});

import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/problem';
import { auth } from '@docfolio/contracts/session';
import { stats } from '@docfolio/contracts/stats';
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

test('header, title and the ten links in their order, a count only where it is known', async () => {
  renderCrm('/admin');
  expect(await screen.findByText('CRM Admin Dashboard')).toBeVisible();
  expect(screen.getByText('CRM Dashboard')).toBeVisible();
  expect(links().map((link) => link.getAttribute('href'))).toEqual([
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
  ]);
  expect(links()[0]).toHaveAttribute('aria-current', 'page');
  await waitFor(() => expect(links()[1]).toHaveTextContent('2 leads'));
  expect(links()[0]).toHaveTextContent(/^Dashboard$/);
});

test('a count that could not be asked is a dash', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(stats.people, () => {
    throw new ProblemError('internal');
  });
  renderCrm('/admin');
  await screen.findByText('CRM Dashboard');
  await waitFor(() => expect(links()[1]).toHaveTextContent('count unknown'));
});

test('Ctrl-B and the button collapse the sidebar to icons that name themselves, and it is remembered', async () => {
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

test("Sign Out: the admin's words, and the next sign-in begins at the dashboard", async () => {
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

test('a Sign Out that fails says so, and the owner stays signed in', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(auth.signOut, 'drop');
  const { user } = renderCrm('/admin/leads');
  await user.click(await screen.findByRole('button', { name: 'Account: owner@example.com' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
  expect(await screen.findByText('Error signing out')).toBeVisible();
  expect(address()).toBe('/admin/leads');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Leads/);
});

import { AdminGateway } from '@docfolio/admin/testing/admin-gateway';
import { endSession, signInAs } from '@docfolio/admin/testing/render-admin';
import { sessionStore } from '@docfolio/api-client/session';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { LiveFixture } from '@docfolio/api-client/testing/live-fixture';
import { stats } from '@docfolio/contracts/entities/stats';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { brokenRemotes, heldRemotes, installRemotes, renderApp, requestedRemotes } from '../../test/render-app.js';
import '../../test/setup.js';

let gateway: AdminGateway;
beforeAll(async () => {
  gateway = new AdminGateway(await FixtureServer.start());
  installRemotes();
});
beforeEach(async () => {
  gateway.resetAll();
  await signInAs();
});
afterEach(async () => {
  brokenRemotes.clear();
  heldRemotes.clear();
  jest.restoreAllMocks();
  await endSession();
});
afterAll(async () => {
  sessionStore.stop();
  await gateway.server.stop();
});

const page = (name: string) => screen.findByRole('heading', { level: 1, name });
const link = (name: string) => screen.findByRole('link', { name });

it('surrounds the pages of every remote under /admin, and stays from one remote to the other', async () => {
  renderApp('/admin/leads');
  await page('crm /admin/leads');
  const sidebar = screen.getByRole('complementary', { name: 'CRM Dashboard' });
  await userEvent.click(await link('Operations'));
  const shown = await page('ops /admin/system');
  expect(screen.getByRole('complementary')).toBe(sidebar);
  expect(screen.getByRole('main')).toContainElement(shown);
  expect(within(sidebar).getByRole('link', { current: 'page' })).toHaveTextContent('Operations');
  await userEvent.click(await link('Dashboard'));
  await page('crm /admin');
  expect(screen.getByRole('complementary')).toBe(sidebar);
});

it('is not around the pages without a sign-in', async () => {
  await endSession();
  renderApp('/admin/system');
  await page('crm /auth');
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
});

it.each([
  ['crm', '/admin/leads', 'Dashboard', 'Operations', 'ops /admin/system'],
  ['ops', '/admin/audit', 'Operations', 'Dashboard', 'crm /admin'],
])('goes on without the remote %s, whose links say so', async (name, path, missing, other, shown) => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  brokenRemotes.add(name);
  renderApp(path);
  expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent('could not be loaded');
  expect(await link(`${missing}, could not be loaded`)).toBeVisible();
  await userEvent.click(await link(other));
  await page(shown);
  expect(await link(missing)).toBeVisible();
});

/** Holds the CRM back. @returns a function that lets it load */
function holdCrm(): () => void {
  let release = () => {};
  heldRemotes.set('crm', new Promise((resolve) => (release = resolve)));
  return release;
}

it('searches pages while the CRM is loaded, and keeps the text when it is', async () => {
  const release = holdCrm();
  renderApp('/admin/system');
  await page('ops /admin/system');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search pages' }), 'aud');
  expect(screen.getByRole('option')).toHaveTextContent('Audit');
  release();
  await screen.findByRole('combobox', { name: /leads/ });
  expect(screen.getByRole('combobox')).toHaveValue('aud');
  expect(screen.getByRole('combobox')).toHaveFocus();
});

it('does not load a remote again, which could not be loaded, when records change', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const live = new LiveFixture(gateway.server);
  brokenRemotes.add('crm');
  renderApp('/admin/leads');
  await userEvent.click(await link('Operations'));
  await page('ops /admin/system');
  await waitFor(() => expect(live.open).toBe(1));
  const before = requestedRemotes.length;
  const counts = gateway.server.requestsOf(stats.people).length;
  live.tell({ topic: 'leads', id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff', act: 'created' });
  await waitFor(() => expect(gateway.server.requestsOf(stats.people).length).toBeGreaterThan(counts));
  expect(requestedRemotes.slice(before)).toEqual([]);
});

it('searches pages without the CRM, and says that its records are not searched', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  brokenRemotes.add('crm');
  renderApp('/admin/system');
  await page('ops /admin/system');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search pages' }), 'aud');
  expect(screen.getByRole('option')).toHaveTextContent('Audit');
  const words = 'The CRM could not be loaded, so its records are not searched.';
  expect(await screen.findByText(words)).toBeVisible();
  brokenRemotes.clear();
  const release = holdCrm();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
  expect(screen.getByRole('combobox')).toHaveValue('aud');
  release();
  await screen.findByRole('combobox', { name: /leads/ });
  expect(screen.getByRole('combobox')).toHaveValue('aud');
});

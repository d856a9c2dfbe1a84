import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleUser } from '@docfolio/api-client/testing/samples';
import { auth } from '@docfolio/contracts/entities/session';
import { screen, waitFor } from '@testing-library/react';
import { LeadsGateway, leadNumber } from '../../../test/leads-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: LeadsGateway;
beforeAll(async () => {
  gateway = new LeadsGateway(await FixtureServer.start());
});
beforeEach(() => gateway.reset([leadNumber(1)]));
afterEach(endSession);
afterAll(() => gateway.server.stop());

/** Returns a set that collects every text rendered after the call. */
function watchTexts(): Set<string> {
  const seen = new Set<string>();
  new MutationObserver(() => seen.add(document.body.textContent ?? '')).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  return seen;
}

test('redirects a signed-out visitor to the sign-in page without a new history entry', async () => {
  const before = window.history.length;
  renderCrm('/admin/leads?status=new');
  expect(await screen.findByRole('heading', { name: 'Admin Access' })).toBeVisible();
  expect(address()).toBe('/auth');
  expect(window.history.length).toBe(before);
});

test('shows an admin the page and never renders Access Denied while the access check is pending', async () => {
  const answer = deferred();
  gateway.server.on(auth.me, async () => {
    await answer.promise;
    return { json: { user: sampleUser, is_admin: true } };
  });
  await signInAs();
  const seen = watchTexts();
  renderCrm('/admin/leads');
  expect(await screen.findByText('Checking your access')).toBeInTheDocument();
  await waitFor(() => expect(gateway.server.requestsOf(auth.me)).toHaveLength(1));
  answer.resolve();
  expect(await screen.findByRole('heading', { name: /^Leads/ })).toBeVisible();
  expect([...seen].filter((text) => text.includes('Access Denied'))).toEqual([]);
});

test('shows Access Denied to a user without the admin flag, with links to sign out and to the site', async () => {
  gateway.isAdmin = false;
  await signInAs();
  const { user } = renderCrm('/admin');
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
  expect(screen.getByText("You don't have admin privileges.")).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the site' })).toHaveAttribute('href', '/');
  expect(screen.queryByText('CRM Admin Dashboard')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  expect(await screen.findByText('You have been signed out.')).toBeVisible();
  expect(address()).toBe('/auth');
});

test('shows an error with Retry instead of Access Denied when the access check fails', async () => {
  let failing = true;
  gateway.server.on(auth.me, () => (failing ? 'drop' : { json: { user: sampleUser, is_admin: true } }));
  await signInAs();
  const seen = watchTexts();
  const { user } = renderCrm('/admin/leads');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByText('Your access could not be checked')).toBeVisible();
  failing = false;
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: /^Leads/ })).toBeVisible();
  expect([...seen].filter((text) => text.includes('Access Denied'))).toEqual([]);
});

test('replaces an open page with Access Denied after the user loses the admin flag', async () => {
  await signInAs();
  renderCrm('/admin/leads');
  await screen.findByText('Person 1');
  gateway.isAdmin = false;
  await signInAs();
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { leads } from '@docfolio/contracts/entities/lead';
import { screen, waitFor, within } from '@testing-library/react';
import { LeadsGateway, leadNumber } from '../../../test/leads-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: LeadsGateway;
beforeAll(async () => {
  gateway = new LeadsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([1, 2, 3].map((n) => leadNumber(n)));
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const drawer = (name: string) => screen.findByRole('dialog', { name });
const path = (n: number, query = '') => `/admin/leads/${leadNumber(n).id}${query}`;

test('shows the lead of the URL beside the list, with all fields and the unchanged message', async () => {
  gateway.leads[0] = leadNumber(1, {
    phone: '+44 20 7946 0182',
    service_interest: 'AI Integration',
    message: 'Two\n  lines <b>here</b>',
  });
  renderCrm(path(1));
  const panel = await drawer('Person 1');
  expect(within(panel).getByRole('link', { name: 'person1@example.com' })).toHaveAttribute(
    'href',
    'mailto:person1@example.com',
  );
  expect(within(panel).getByRole('link', { name: '+44 20 7946 0182' })).toHaveAttribute('href', 'tel:+442079460182');
  expect(within(panel).getByText('AI Integration')).toBeVisible();
  const message = within(panel).getByText(/lines/);
  expect(message.textContent).toBe('Two\n  lines <b>here</b>');
  expect(message).toHaveClass('whitespace-pre-wrap');
  expect(within(panel).getAllByText('Not specified').length).toBeGreaterThan(0);
  expect(await within(panel).findByText('1 / 3')).toBeVisible();
  expect(screen.getByText('Person 2').closest('tr')).toBeVisible();
  expect(screen.getAllByText('Person 1')[0]?.closest('tr')).toHaveAttribute('aria-current', 'true');
});

test('moves to the next and previous lead in list order, across pages', async () => {
  gateway.leads = Array.from({ length: 52 }, (_, index) => leadNumber(index + 1));
  const { user } = renderCrm(path(50, '?sort=-created_at'));
  await drawer('Person 50');
  await screen.findByText('50 / 52');
  await user.keyboard('j');
  await drawer('Person 51');
  expect(await screen.findByText('51 / 52')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  await drawer('Person 50');
  expect(address()).toBe(path(50, '?sort=-created_at'));
});

test('changes the status in the drawer and in the row', async () => {
  const { user } = renderCrm(path(2));
  const panel = await drawer('Person 2');
  await user.click(within(panel).getByRole('button', { name: /^Status of Person 2/ }));
  await user.keyboard('3');
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Status of Person 2: Qualified', hidden: true })).toHaveLength(2),
  );
});

test('deletes the lead without confirmation, with a toast, and removes it from the list', async () => {
  const { user } = renderCrm(path(2, '?sort=name'));
  await drawer('Person 2');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete lead' }));
  expect(await screen.findByText('Lead deleted successfully')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/admin/leads?sort=name'));
  await waitFor(() => expect(screen.queryByText('Person 2')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Leads (2)'));
});

test('shows a toast and keeps the lead if deleting fails', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(leads.delete, 'drop');
  const { user } = renderCrm(path(2));
  await drawer('Person 2');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete lead' }));
  expect(await screen.findByText('Failed to delete lead')).toBeVisible();
  expect(await drawer('Person 2')).toBeVisible();
});

test('removes a lead marked as spam from the list, and returns it by Not spam', async () => {
  const { user } = renderCrm(path(2));
  await drawer('Person 2');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as spam' }));
  expect(await screen.findByText('Lead marked as spam')).toBeVisible();
  const panel = await drawer('Person 2');
  expect(await within(panel).findByText('Marked as spam. No email is sent for it.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, hidden: true })).toHaveTextContent('Leads (2)'));
  await user.click(await within(panel).findByRole('button', { name: 'Not spam' }));
  expect(await screen.findByText('Lead moved back to the list')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, hidden: true })).toHaveTextContent('Leads (3)'));
});

test.each([
  ['an unknown id', path(9)],
  ['an invalid id', '/admin/leads/abc'],
])('says that %s does not exist, with a button back to the list', async (_case, where) => {
  const { user } = renderCrm(where);
  expect(await screen.findByRole('heading', { name: 'This lead is not here' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to Leads' }));
  await waitFor(() => expect(address()).toBe('/admin/leads'));
});

test('offers Retry for a lead that cannot be fetched, beside the list', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let away = true;
  gateway.leads = Array.from({ length: 52 }, (_, index) => leadNumber(index + 1));
  gateway.server.on(leads.get, () => (away ? { status: 500, text: 'no' } : { json: leadNumber(52) }));
  const { user } = renderCrm(path(52));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByText('Failed to fetch lead')).toBeVisible();
  expect(screen.getByText('Person 1')).toBeVisible();
  away = false;
  await user.click(retry);
  expect(await drawer('Person 52')).toBeVisible();
});

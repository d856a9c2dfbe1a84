import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { clients } from '@docfolio/contracts/entities/client';
import { peopleTrash } from '@docfolio/contracts/entities/trash';
import { screen, waitFor, within } from '@testing-library/react';
import { ClientsGateway, clientNumber } from '../../../test/clients-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: ClientsGateway;
beforeAll(async () => {
  gateway = new ClientsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset({ clients: [1, 2, 3].map((n) => clientNumber(n)) });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const heading = () => screen.getByRole('heading', { level: 1 });
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

describe('the clients page', () => {
  test('shows five skeleton rows and no count in the title while loading', async () => {
    const answer = deferred();
    gateway.server.on(clients.list, async (request) => {
      await answer.promise;
      return gateway.listClients(request);
    });
    renderCrm('/admin/clients');
    expect(await screen.findByText('Loading clients')).toBeInTheDocument();
    await waitFor(() => expect(document.querySelectorAll('[aria-hidden] > [style*="opacity"]')).toHaveLength(5));
    expect(heading()).toHaveTextContent(/^Clients$/);
    answer.resolve();
    await screen.findByText('Client 1');
    expect(heading()).toHaveTextContent('Clients (3)');
  });

  test('shows the columns in order with dates, and the exact time on hover', async () => {
    gateway.clients = [clientNumber(1, { phone: '+351 912 345', created_at: '2026-11-09T12:30:15.000Z' })];
    renderCrm('/admin/clients');
    const row = (await screen.findByText('Client 1')).closest('tr')!;
    const heads = within(screen.getByRole('table', { name: 'Clients' })).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(['Name', 'Email', 'Company', 'Phone', 'Created', 'Actions']);
    expect(within(row).getByText('client1@example.com')).toBeVisible();
    expect(within(row).getByText('+351 912 345')).toBeVisible();
    const created = within(row).getByText('Nov 09, 2026');
    expect(created).toHaveAttribute('title', expect.stringMatching(/^Nov 09, 2026 \d\d:30:15$/));
  });

  test('shows an empty state with Add Client', async () => {
    gateway.clients = [];
    const { user } = renderCrm('/admin/clients');
    expect(await screen.findByRole('heading', { name: 'No clients yet' })).toBeVisible();
    expect(screen.getByText('Convert a lead, or add the first one here.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Add Client' })[1]!);
    expect(await screen.findByRole('dialog', { name: 'Add New Client' })).toBeVisible();
  });

  test('shows an error state with Retry and the specified toast if loading fails', async () => {
    silenceLog();
    gateway.server.on(clients.list, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/clients');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch clients' })).toBeVisible();
    const toast = screen.getByRole('region', { name: 'Notifications' }).querySelector('[data-variant="destructive"]');
    expect(toast).toHaveTextContent('ErrorFailed to fetch clients');
    gateway.server.on(clients.list, (request) => gateway.listClients(request));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Client 1')).toBeVisible();
  });
});

test('sends the search to the server, writes it to the URL, and resets it by Clear if nothing matches', async () => {
  const { user } = renderCrm('/admin/clients');
  await screen.findByText('Client 1');
  const box = screen.getByPlaceholderText('Search clients...');
  await user.type(box, 'company 3');
  await waitFor(() => expect(screen.queryByText('Client 1')).not.toBeInTheDocument());
  expect(screen.getByText('Client 3')).toBeVisible();
  expect(address()).toBe('/admin/clients?search=company+3');
  await user.clear(box);
  await user.type(box, 'nobody');
  expect(await screen.findByRole('heading', { name: 'No clients match' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('Client 1')).toBeVisible();
  expect(address()).toBe('/admin/clients');
});

test('requests the sort order of the URL, and changes it by a click on a column header', async () => {
  const { user } = renderCrm('/admin/clients?sort=company&moon=1');
  await screen.findByText('Client 1');
  expect(gateway.server.requestsOf(clients.list)[0]?.query).toEqual({ sort: 'company' });
  await user.click(screen.getByRole('button', { name: 'Email' }));
  await waitFor(() => expect(gateway.server.requestsOf(clients.list).at(-1)?.query.sort).toMatch(/^-?email$/));
});

describe('the actions menu of a client', () => {
  const openMenu = async (name: string) => {
    const view = renderCrm('/admin/clients');
    await screen.findByText(name);
    await view.user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
    return view;
  };

  test('has the specified items', async () => {
    await openMenu('Client 2');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['View Details', 'Edit', 'Delete']);
  });

  test('opens the client in a drawer by View Details', async () => {
    const { user } = await openMenu('Client 2');
    await user.click(await screen.findByRole('menuitem', { name: 'View Details' }));
    expect(await screen.findByRole('dialog', { name: 'Client 2' })).toBeVisible();
    expect(address()).toBe(`/admin/clients/${clientNumber(2).id}`);
  });

  test('opens the form by Edit', async () => {
    const { user } = await openMenu('Client 2');
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    expect(await screen.findByRole('dialog', { name: 'Edit Client' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Client 2');
  });

  test('deletes the client without confirmation, with the specified toast, and Undo restores it', async () => {
    const { user } = await openMenu('Client 2');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText('Client deleted successfully')).toBeVisible();
    await waitFor(() => expect(heading()).toHaveTextContent('Clients (2)'));
    expect(screen.queryByText('Client 2')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Client restored')).toBeVisible();
    expect(await screen.findByText('Client 2')).toBeVisible();
    expect(gateway.server.requestsOf(peopleTrash.restore)).toHaveLength(1);
  });

  test('shows a toast and keeps the row if deleting fails', async () => {
    silenceLog();
    gateway.server.on(clients.delete, 'drop');
    const { user } = await openMenu('Client 2');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete client')).toBeVisible();
    expect(screen.getByText('Client 2')).toBeVisible();
  });
});

test('moves by J, edits by E, opens on Enter and closes on Escape', async () => {
  const { user } = renderCrm('/admin/clients?search=client');
  await screen.findByText('Client 1');
  await user.keyboard('je');
  expect(await screen.findByRole('dialog', { name: 'Edit Client' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  screen.getByRole('link', { name: 'Client 1' }).focus();
  await user.keyboard('j{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Client 2' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/admin/clients?search=client'));
});

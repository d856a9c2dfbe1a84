import { discardFormDraft } from '@docfolio/admin/records/form-drafts';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { clients } from '@docfolio/contracts/entities/client';
import { projects } from '@docfolio/contracts/entities/project';
import { screen, waitFor } from '@testing-library/react';
import { ClientsGateway, clientNumber } from '../../../test/clients-gateway.js';
import { projectNumber } from '../../../test/projects-table.js';
import { endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

// These tests use the picker within the project form.
const project = projectNumber(1);
let gateway: ClientsGateway;
beforeAll(async () => {
  gateway = new ClientsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset({
    clients: Array.from({ length: 40 }, (_, index) =>
      clientNumber(index + 1, { name: `Client ${String(index + 1).padStart(2, '0')}` }),
    ),
    projects: [project],
  });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  discardFormDraft(`projects ${project.id}`);
  await endSession();
});
afterAll(() => gateway.server.stop());

const box = () => screen.getByRole('combobox', { name: 'Client' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const dialog = () => screen.queryByRole('dialog', { name: 'Edit Project' });

async function openForm(clientId: string | null = null) {
  gateway.changeProject(project.id, { client_id: clientId });
  const view = renderCrm(`/admin/projects?form=${project.id}`);
  await screen.findByRole('combobox', { name: 'Client' });
  const saved = async () => {
    await view.user.click(screen.getByRole('button', { name: 'Update Project' }));
    await screen.findByText('Project updated successfully');
    return gateway.server.requestsOf(projects.patch)[0]?.body as { client_id?: string | null };
  };
  return { ...view, saved };
}

test('requests clients only when opened, and lists a page by name with a hint that there are more', async () => {
  const { user } = await openForm();
  expect(gateway.server.requestsOf(clients.list)).toHaveLength(0);
  expect(box()).toHaveAttribute('aria-expanded', 'false');
  await user.click(box());
  await waitFor(() => expect(options()).toHaveLength(20));
  expect(options()[0]).toContain('Client 01');
  expect(screen.getByText('There are more: type to find them')).toBeVisible();
  expect(gateway.server.requestsOf(clients.list)[0]?.query).toEqual({ sort: 'name', limit: '20' });
});

test('searches the typed text after a debounce, and Enter selects the best match without saving the form', async () => {
  const { user, saved } = await openForm();
  await user.type(box(), 'client 33');
  await waitFor(() => expect(options()).toHaveLength(1));
  const asked = gateway.server.requestsOf(clients.list).flatMap(({ query }) => query.search ?? []);
  expect(asked.at(-1)).toBe('client 33');
  // A busy machine may type more slowly than the debounce.
  expect(asked.length).toBeLessThan('client 33'.length);
  const hit = screen.getByRole('option', { name: /^Client 33/ });
  expect(box()).toHaveAttribute('aria-activedescendant', hit.id);
  await user.keyboard('{Enter}');
  expect(box()).toHaveValue('Client 33');
  expect(box()).toHaveAttribute('aria-expanded', 'false');
  expect(dialog()).toBeVisible();
  expect(await saved()).toEqual({ version: 2, client_id: clientNumber(33).id });
});

test('moves through the options by arrow keys and wraps around', async () => {
  const { user } = await openForm();
  box().focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(options()).toHaveLength(20));
  expect(box()).not.toHaveAttribute('aria-activedescendant');
  const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;
  await user.keyboard('{ArrowDown}');
  expect(active()).toContain('Client 01');
  await user.keyboard('{ArrowUp}');
  expect(active()).toContain('Client 20');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(box()).toHaveValue('Client 02');
});

test('closes only the options on Escape and keeps the selected client', async () => {
  const { user } = await openForm(clientNumber(33).id);
  await waitFor(() => expect(box()).toHaveValue('Client 33'));
  await user.type(box(), 'nobody');
  expect(await screen.findByText('No clients match')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(box()).toHaveAttribute('aria-expanded', 'false');
  expect(box()).toHaveValue('Client 33');
  expect(dialog()).toBeVisible();
});

test('shows a selected client beyond the first page by name, and marks it among the options', async () => {
  const { user } = await openForm(clientNumber(33).id);
  await waitFor(() => expect(box()).toHaveValue('Client 33'));
  await user.type(box(), '33');
  const hit = await screen.findByRole('option', { name: /^Client 33/ });
  await waitFor(() => expect(hit.querySelector('svg')).toBeInTheDocument());
});

test.each([
  [
    'the remove button',
    (user: ReturnType<typeof renderCrm>['user']) => user.click(screen.getByRole('button', { name: 'Remove client' })),
  ],
  [
    'clearing the text',
    async (user: ReturnType<typeof renderCrm>['user']) => {
      await user.clear(box());
      await user.tab();
    },
  ],
])('deselects the client by %s', async (_how, clear) => {
  const { user, saved } = await openForm(clientNumber(2).id);
  await waitFor(() => expect(box()).toHaveValue('Client 02'));
  await clear(user);
  expect(box()).toHaveValue('');
  expect(await saved()).toEqual({ version: 2, client_id: null });
});

test('restores the name of the selected client when text without a match loses the focus', async () => {
  const { user } = await openForm(clientNumber(2).id);
  await waitFor(() => expect(box()).toHaveValue('Client 02'));
  await user.type(box(), 'Somebody');
  await user.tab();
  expect(box()).toHaveValue('Client 02');
});

test('shows that the selected client was deleted', async () => {
  gateway.clients = gateway.clients.slice(0, 1);
  await openForm(clientNumber(33).id);
  await waitFor(() => expect(box()).toHaveValue('Deleted client'));
});

test('shows an error with Retry if the options cannot be fetched', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(clients.list, () => {
    throw new ProblemError('internal');
  });
  const { user } = await openForm();
  await user.click(box());
  expect(await screen.findByText('Failed to fetch clients')).toBeVisible();
  gateway.server.on(clients.list, (request) => gateway.listClients(request));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(options()).toHaveLength(20));
});

import { idNumber } from '@docfolio/admin/testing/admin-gateway';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { leads } from '@docfolio/contracts/entities/lead';
import { projects } from '@docfolio/contracts/entities/project';
import { screen, waitFor, within } from '@testing-library/react';
import { ClientsGateway, clientNumber } from '../../../test/clients-gateway.js';
import { projectNumber } from '../../../test/projects-table.js';
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

const drawer = (name: string) => screen.findByRole('dialog', { name });
const path = (n: number, query = '') => `/admin/clients/${clientNumber(n).id}${query}`;

test('shows contact links, the billing address and the converted lead of a client', async () => {
  gateway.clients[0] = clientNumber(1, {
    phone: '+44 20 7946 0182',
    billing_address: 'Two\n  lines <b>here</b>',
    lead_id: idNumber(77),
  });
  renderCrm(path(1));
  const panel = await drawer('Client 1');
  const link = (name: string) => within(panel).getByRole('link', { name });
  expect(link('client1@example.com')).toHaveAttribute('href', 'mailto:client1@example.com');
  expect(link('+44 20 7946 0182')).toHaveAttribute('href', 'tel:+442079460182');
  expect(within(panel).getByText(/lines/).textContent).toBe('Two\n  lines <b>here</b>');
  expect(await within(panel).findByRole('link', { name: 'Person 1' })).toHaveAttribute(
    'href',
    `/admin/leads/${idNumber(77)}`,
  );
  expect(await within(panel).findByText('1 / 3')).toBeVisible();
  expect(within(panel).getByRole('textbox', { name: 'Add a note' })).toBeVisible();
});

test('shows that the converted lead was deleted', async () => {
  gateway.server.on(leads.get, () => {
    throw new ProblemError('not_found');
  });
  gateway.clients[0] = clientNumber(1, { lead_id: idNumber(77) });
  renderCrm(path(1));
  expect(await within(await drawer('Client 1')).findByText('Deleted lead')).toBeVisible();
});

test('shows texts for missing fields', async () => {
  renderCrm(path(2));
  const panel = await drawer('Client 2');
  expect(within(panel).getByText('No billing address')).toBeVisible();
  expect(await within(panel).findByText('No projects yet')).toBeVisible();
  expect(within(panel).queryByText('Lead')).not.toBeInTheDocument();
});

describe('the projects of a client', () => {
  test('are listed in pages, each with its status and a link', async () => {
    gateway.projects = Array.from({ length: 12 }, (_, index) =>
      projectNumber(index + 1, { client_id: index === 3 ? idNumber(2) : idNumber(1), status: 'in_progress' }),
    );
    const { user } = renderCrm(path(1));
    const list = await within(await drawer('Client 1')).findByRole('list', { name: 'Projects' });
    expect(within(list).getAllByRole('link')).toHaveLength(10);
    expect(within(list).queryByText('Project 4')).not.toBeInTheDocument();
    expect(within(list).getAllByText('In progress')).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Show more of 11' }));
    await waitFor(() => expect(within(list).getAllByRole('link')).toHaveLength(11));
    expect(screen.queryByRole('button', { name: /^Show more/ })).not.toBeInTheDocument();
    await user.click(within(list).getByRole('link', { name: 'Project 1' }));
    expect(await drawer('Project 1')).toBeVisible();
    expect(address()).toBe(`/admin/projects/${projectNumber(1).id}`);
  });

  test('include a project created by Add Project, whose form has the client selected', async () => {
    const { user } = renderCrm(path(2, '?sort=name'));
    await user.click(await within(await drawer('Client 2')).findByRole('button', { name: 'Add Project' }));
    const form = await drawer('Add New Project');
    await waitFor(() => expect(within(form).getByRole('combobox', { name: 'Client' })).toHaveValue('Client 2'));
    await user.type(within(form).getByRole('textbox', { name: /^Project Title/ }), 'Scanner app');
    await user.click(within(form).getByRole('combobox', { name: /^Service Type/ }));
    await user.click(await screen.findByRole('option', { name: 'AI integration' }));
    await user.click(within(form).getByRole('button', { name: 'Create Project' }));
    expect(await screen.findByText('Project created successfully')).toBeVisible();
    expect(gateway.server.requestsOf(projects.create)[0]?.body).toMatchObject({ client_id: idNumber(2) });
    expect(await within(await drawer('Client 2')).findByRole('link', { name: 'Scanner app' })).toBeVisible();
    expect(address()).toBe(path(2, '?sort=name'));
  });

  test("show an error with Retry if they cannot be fetched, beside the client's fields", async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    gateway.server.on(projects.list, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm(path(1));
    const panel = await drawer('Client 1');
    expect(await within(panel).findByText('Failed to fetch projects')).toBeVisible();
    expect(within(panel).getByText('client1@example.com')).toBeVisible();
    gateway.server.on(projects.list, (request) => gateway.listProjects(request));
    await user.click(within(panel).getByRole('button', { name: 'Retry' }));
    expect(await within(panel).findByText('No projects yet')).toBeVisible();
  });
});

test('closes after the client is deleted, and removes the client from the list', async () => {
  const { user } = renderCrm(path(2, '?sort=name'));
  await drawer('Client 2');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete client' }));
  expect(await screen.findByText('Client deleted successfully')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/admin/clients?sort=name'));
  await waitFor(() => expect(screen.queryByText('Client 2')).not.toBeInTheDocument());
});

test('says that an unknown client does not exist, with a button back to the list', async () => {
  const { user } = renderCrm(path(9));
  expect(await screen.findByRole('heading', { name: 'This client is not here' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to Clients' }));
  await waitFor(() => expect(address()).toBe('/admin/clients'));
});

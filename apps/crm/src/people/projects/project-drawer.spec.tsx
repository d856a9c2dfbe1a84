import { idNumber } from '@docfolio/admin/testing/admin-gateway';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { screen, waitFor, within } from '@testing-library/react';
import { ClientsGateway, clientNumber } from '../../../test/clients-gateway.js';
import { projectNumber } from '../../../test/projects-table.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

let gateway: ClientsGateway;
beforeAll(async () => {
  gateway = new ClientsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset({ clients: [clientNumber(1)], projects: [1, 2, 3].map((n) => projectNumber(n)) });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const drawer = (name: string) => screen.findByRole('dialog', { name });
const path = (n: number, query = '') => `/admin/projects/${projectNumber(n).id}${query}`;

test('shows all fields with links to the client and the lead', async () => {
  gateway.projects[0] = projectNumber(1, {
    description: 'Two\n  lines <b>here</b>',
    budget: 1_250.5,
    start_date: '2026-12-01',
    end_date: '2027-01-31',
    timeline_estimate: '8 weeks',
    lead_id: idNumber(77),
    client_id: idNumber(1),
    client: { id: idNumber(1), label: 'Client 1' },
  });
  const { user } = renderCrm(path(1));
  const panel = await drawer('Project 1');
  for (const text of ['SaaS architecture', '$1,250.50', '2026-12-01', '2027-01-31', '8 weeks'])
    expect(within(panel).getByText(text)).toBeVisible();
  expect(within(panel).getByText(/lines/).textContent).toBe('Two\n  lines <b>here</b>');
  expect(await within(panel).findByRole('link', { name: 'Person 1' })).toHaveAttribute(
    'href',
    `/admin/leads/${idNumber(77)}`,
  );
  await user.click(within(panel).getByRole('link', { name: 'Client 1' }));
  expect(await drawer('Client 1')).toBeVisible();
  expect(address()).toBe(`/admin/clients/${idNumber(1)}`);
});

test('shows texts for missing fields and for a deleted client', async () => {
  gateway.projects[0] = projectNumber(1, { client_id: idNumber(9) });
  renderCrm(path(1));
  const panel = await drawer('Project 1');
  expect(within(panel).getByText('Deleted client')).toBeVisible();
  expect(within(panel).getByText('No description')).toBeVisible();
  expect(within(panel).getAllByText('Not specified')).toHaveLength(4);
});

test('changes the status in the drawer and in the row', async () => {
  const { user } = renderCrm(path(2));
  const panel = await drawer('Project 2');
  await user.click(within(panel).getByRole('button', { name: /^Status of Project 2/ }));
  await user.keyboard('6');
  expect(await screen.findByText('Project status updated successfully')).toBeVisible();
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Status of Project 2: Completed', hidden: true })).toHaveLength(2),
  );
});

test('opens the form by E, and closes after the project is deleted', async () => {
  const { user } = renderCrm(path(2, '?status=inquiry'));
  await drawer('Project 2');
  await user.keyboard('e');
  expect(await drawer('Edit Project')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Project' })).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete project' }));
  expect(await screen.findByText('Project deleted successfully')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/admin/projects?status=inquiry'));
});

test('says that an unknown project does not exist, with a button back to the list', async () => {
  const { user } = renderCrm(path(9));
  expect(await screen.findByRole('heading', { name: 'This project is not here' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to Projects' }));
  await waitFor(() => expect(address()).toBe('/admin/projects'));
});

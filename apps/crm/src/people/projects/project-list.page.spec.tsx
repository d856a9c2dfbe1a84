import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { projectStatuses, projects } from '@docfolio/contracts/entities/project';
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

const heading = () => screen.getByRole('heading', { level: 1 });
const rowOf = async (title: string) => (await screen.findByText(title)).closest('tr')!;
const status = (title: string) => screen.getByRole('button', { name: new RegExp(`^Status of ${title}:`) });
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

describe('the projects page', () => {
  test('shows five skeleton rows and no count in the title while loading', async () => {
    const answer = deferred();
    gateway.server.on(projects.list, async (request) => {
      await answer.promise;
      return gateway.listProjects(request);
    });
    renderCrm('/admin/projects');
    expect(await screen.findByText('Loading projects')).toBeInTheDocument();
    await waitFor(() => expect(document.querySelectorAll('[aria-hidden] > [style*="opacity"]')).toHaveLength(5));
    expect(heading()).toHaveTextContent(/^Projects$/);
    answer.resolve();
    await screen.findByText('Project 1');
    expect(heading()).toHaveTextContent('Projects (3)');
  });

  test('shows the columns in order with formatted budgets and dates', async () => {
    gateway.projects = [
      projectNumber(1, { budget: 24_000, timeline_estimate: '8 weeks', created_at: '2026-11-09T12:30:15.000Z' }),
      projectNumber(2),
    ];
    renderCrm('/admin/projects');
    const row = await rowOf('Project 1');
    const heads = within(screen.getByRole('table', { name: 'Projects' })).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Title',
      'Service Type',
      'Status',
      'Budget',
      'Timeline',
      'Created',
      'Actions',
    ]);
    expect(within(row).getByText('SaaS architecture')).toBeVisible();
    expect(within(row).getByText('$24,000').closest('td')).toHaveClass('mono');
    expect(within(row).getByText('8 weeks')).toBeVisible();
    expect(within(row).getByText('Nov 09, 2026')).toBeVisible();
    // Budget and timeline are missing; each shows a dash with this accessible name.
    expect(within(await rowOf('Project 2')).getAllByText('Not specified')).toHaveLength(2);
  });

  test('shows an empty state with Add Project', async () => {
    gateway.projects = [];
    const { user } = renderCrm('/admin/projects');
    expect(await screen.findByRole('heading', { name: 'No projects yet' })).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Add Project' })[1]!);
    expect(await screen.findByRole('dialog', { name: 'Add New Project' })).toBeVisible();
  });

  test('shows an error state with Retry and the specified toast if loading fails', async () => {
    silenceLog();
    gateway.server.on(projects.list, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/projects');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch projects' })).toBeVisible();
    const toast = screen.getByRole('region', { name: 'Notifications' }).querySelector('[data-variant="destructive"]');
    expect(toast).toHaveTextContent('ErrorFailed to fetch projects');
    gateway.server.on(projects.list, (request) => gateway.listProjects(request));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Project 1')).toBeVisible();
  });
});

test('sends search and status filter to the server and writes them to the URL', async () => {
  gateway.projects = [projectNumber(1, { status: 'on_hold' }), projectNumber(2, { description: 'Warehouse' })];
  const { user } = renderCrm('/admin/projects');
  await screen.findByText('Project 1');
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'On hold' }));
  await waitFor(() => expect(screen.queryByText('Project 2')).not.toBeInTheDocument());
  expect(address()).toBe('/admin/projects?status=on_hold');
  await user.type(screen.getByPlaceholderText('Search projects...'), 'warehouse');
  expect(await screen.findByRole('heading', { name: 'No projects match' })).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'All statuses' }));
  expect(await screen.findByText('Project 2')).toBeVisible();
  expect(address()).toBe('/admin/projects?search=warehouse');
});

test('reads filter and sort order from the URL and ignores invalid values', async () => {
  gateway.projects = [projectNumber(1, { status: 'planning' }), projectNumber(2)];
  renderCrm('/admin/projects?status=planning&sort=-budget&search=%20project%20&client_id=moon');
  await screen.findByText('Project 1');
  expect(gateway.server.requestsOf(projects.list)[0]?.query).toEqual({
    status: 'planning',
    sort: '-budget',
    search: 'project',
  });
});

describe('the status of a project', () => {
  test('is set by a digit in the row, changes after the save has succeeded, and the list is refetched', async () => {
    const answer = deferred();
    gateway.server.on(projects.patch, async ({ path, body }) => {
      await answer.promise;
      return { json: gateway.changeProject(path.split('/').at(-1)!, body as object) };
    });
    const { user } = renderCrm('/admin/projects');
    await screen.findByText('Project 1');
    await user.click(status('Project 1'));
    await user.keyboard('4');
    await waitFor(() => expect(status('Project 1')).toHaveAttribute('aria-busy', 'true'));
    expect(status('Project 1')).toHaveTextContent('Inquiry');
    expect(gateway.server.requestsOf(projects.patch)[0]?.body).toEqual({ status: 'in_progress' });
    const lists = gateway.server.requestsOf(projects.list).length;
    answer.resolve();
    await waitFor(() => expect(status('Project 1')).toHaveTextContent('In progress'));
    expect(await screen.findByText('Project status updated successfully')).toBeVisible();
    await waitFor(() => expect(gateway.server.requestsOf(projects.list)).toHaveLength(lists + 1));
  });

  test('is set by the actions menu, which lists all statuses', async () => {
    const { user } = renderCrm('/admin/projects');
    await screen.findByText('Project 1');
    const openMenu = () => user.click(screen.getByRole('button', { name: 'Actions for Project 1' }));
    await openMenu();
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'View Details',
      'Edit',
      'Set Inquiry',
      'Set Proposal',
      'Set Planning',
      'Set In progress',
      'Set On hold',
      'Set Completed',
      'Set Cancelled',
      'Delete',
    ]);
    expect(screen.getByRole('menuitem', { name: 'Set Inquiry' })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Escape}');
    for (const [index, label] of ['Cancelled', 'In progress', 'Inquiry'].entries()) {
      await openMenu();
      await user.click(await screen.findByRole('menuitem', { name: `Set ${label}` }));
      await waitFor(() => expect(status('Project 1')).toHaveTextContent(label));
      expect(gateway.server.requestsOf(projects.patch)).toHaveLength(index + 1);
    }
    expect(gateway.projects.find(({ title }) => title === 'Project 1')?.status).toBe(projectStatuses[0]);
  });

  test('keeps its value if the save fails, with a toast', async () => {
    silenceLog();
    gateway.server.on(projects.patch, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/projects');
    await screen.findByText('Project 1');
    await user.click(status('Project 1'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Completed' }));
    expect(await screen.findByText('Failed to update project status')).toBeVisible();
    await waitFor(() => expect(status('Project 1')).not.toHaveAttribute('aria-busy'));
    expect(status('Project 1')).toHaveTextContent('Inquiry');
  });

  test('removes the project from the list if it no longer matches the filter', async () => {
    const { user } = renderCrm('/admin/projects?status=inquiry');
    await screen.findByText('Project 1');
    await user.click(status('Project 1'));
    await user.keyboard('7');
    await waitFor(() => expect(screen.queryByText('Project 1')).not.toBeInTheDocument());
    expect(heading()).toHaveTextContent('Projects (2)');
  });
});

test('deletes a project without confirmation, with the specified toast, and Undo restores it', async () => {
  const { user } = renderCrm('/admin/projects');
  await screen.findByText('Project 2');
  await user.click(screen.getByRole('button', { name: 'Actions for Project 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByText('Project deleted successfully')).toBeVisible();
  await waitFor(() => expect(heading()).toHaveTextContent('Projects (2)'));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Project restored')).toBeVisible();
  expect(await screen.findByText('Project 2')).toBeVisible();
});

test('shows a toast and keeps the row if deleting fails', async () => {
  silenceLog();
  gateway.server.on(projects.delete, 'drop');
  const { user } = renderCrm('/admin/projects');
  await screen.findByText('Project 2');
  await user.click(screen.getByRole('button', { name: 'Actions for Project 2' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete project')).toBeVisible();
  expect(screen.getByText('Project 2')).toBeVisible();
});

test('moves by J, sets the status by S and a digit, edits by E, opens on Enter and closes on Escape', async () => {
  const { user } = renderCrm('/admin/projects');
  await screen.findByText('Project 1');
  await user.keyboard('js');
  await screen.findByRole('menu');
  await user.keyboard('3');
  await waitFor(() => expect(status('Project 1')).toHaveTextContent('Planning'));
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  await user.keyboard('e');
  expect(await screen.findByRole('dialog', { name: 'Edit Project' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  screen.getByRole('link', { name: 'Project 1' }).focus();
  await user.keyboard('j{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Project 2' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/admin/projects'));
});

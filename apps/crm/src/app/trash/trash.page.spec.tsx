import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import type { Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { stats } from '@docfolio/contracts/entities/stats';
import { contentTrash, peopleTrash } from '@docfolio/contracts/entities/trash';
import { screen, waitFor, within } from '@testing-library/react';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';
import { TrashGateway, trashedNumber } from '../../../test/trash-gateway.js';

const dayOfMs = 86_400_000;
const [listPeople, listContent] = [peopleTrash.list as Operation, contentTrash.list as Operation];
let gateway: TrashGateway;
beforeAll(async () => {
  gateway = new TrashGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([
    trashedNumber(1, 'leads', { detail: 'gone@example.com' }),
    trashedNumber(2, 'bookmarks', { expires_at: new Date(Date.now() + 3.5 * dayOfMs).toISOString() }),
    trashedNumber(3, 'service_inquiries', { detail: '' }),
  ]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const title = () => screen.getByRole('heading', { level: 1 });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const rowNames = () => screen.getAllByText(/^Gone \d+$/).map((cell) => cell.textContent);
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);
const fails = (operation: Operation) =>
  gateway.server.on(operation, () => {
    throw new ProblemError('internal');
  });

test('lists the records of both services, newest deletion first, with kind, detail and expiry', async () => {
  renderCrm('/admin/trash');
  await screen.findByText('Gone 2');
  await waitFor(() => expect(rowNames()).toEqual(['Gone 1', 'Gone 2', 'Gone 3']));
  expect(title()).toHaveTextContent('Trash (3)');
  const heads = within(screen.getByRole('table', { name: 'Trash' })).getAllByRole('columnheader');
  expect(heads.map((head) => head.textContent)).toEqual([
    'Title',
    'Kind',
    'Detail',
    'Deleted',
    'Removed for good',
    'Actions',
  ]);
  const lead = await rowOf('Gone 1');
  expect(within(lead).getByText('Lead')).toBeVisible();
  expect(within(lead).getByText('gone@example.com')).toBeVisible();
  expect(within(lead).getByText('in 29 days')).toBeVisible();
  expect(within(await rowOf('Gone 2')).getByText('in 3 days')).toBeVisible();
  expect(within(await rowOf('Gone 3')).getByText('Service inquiry')).toBeVisible();
});

test('is linked below the page links of the sidebar and in the account menu', async () => {
  const { user } = renderCrm('/admin/testimonials');
  const link = await screen.findByRole('link', { name: 'Trash' });
  expect(screen.getByRole('navigation', { name: 'CRM' })).not.toContainElement(link);
  await user.click(link);
  expect(await screen.findByText('Gone 1')).toBeVisible();
  expect(address()).toBe('/admin/trash');
  await user.click(screen.getByRole('button', { name: /^Account:/ }));
  expect(await screen.findByRole('menuitem', { name: 'Trash' })).toBeVisible();
});

test('writes the kind filter to the URL and requests only the service that owns the kind', async () => {
  const { user } = renderCrm('/admin/trash');
  await screen.findByText('Gone 2');
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Bookmarks' }));
  await waitFor(() => expect(rowNames()).toEqual(['Gone 2']));
  expect(address()).toBe('/admin/trash?type=bookmarks');
  expect(title()).toHaveTextContent('Trash (1)');
  const asked = (operation: Operation) => gateway.server.requestsOf(operation).map(({ query }) => query.type);
  expect(asked(listContent)).toContain('bookmarks');
  expect(asked(listPeople)).not.toContain('bookmarks');
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Clients' }));
  expect(await screen.findByRole('heading', { name: 'No deleted clients' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(rowNames()).toHaveLength(3));
});

test('shows an empty state and disables Empty Trash', async () => {
  gateway.rows = [];
  renderCrm('/admin/trash');
  expect(await screen.findByRole('heading', { name: 'Trash is empty' })).toBeVisible();
  expect(title()).toHaveTextContent('Trash (0)');
  expect(screen.getByRole('button', { name: 'Empty Trash' })).toBeDisabled();
});

describe('while a service is unavailable', () => {
  test('shows an error with Retry for its records, and the records of the other service', async () => {
    silenceLog();
    fails(listPeople);
    const { user } = renderCrm('/admin/trash');
    expect(await screen.findByText('Gone 2')).toBeVisible();
    const words = /^Deleted leads, clients, projects, .* and subscribers.* could not be loaded\.$/;
    const notice = (await screen.findByText(words)).closest<HTMLElement>('[role="alert"]')!;
    expect(rowNames()).toEqual(['Gone 2']);
    gateway.reset(gateway.rows);
    await user.click(within(notice).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(rowNames()).toEqual(['Gone 1', 'Gone 2', 'Gone 3']));
    expect(screen.queryByText(words)).not.toBeInTheDocument();
  });

  test('does not call the trash empty if the other service has no records', async () => {
    silenceLog();
    gateway.rows = [];
    fails(listContent);
    renderCrm('/admin/trash');
    expect(await screen.findByRole('heading', { name: 'Nothing else is in the trash' })).toBeVisible();
    expect(screen.queryByText('Trash is empty')).not.toBeInTheDocument();
  });

  test('shows one error state with Retry if both are unavailable', async () => {
    silenceLog();
    fails(listPeople);
    fails(listContent);
    const { user } = renderCrm('/admin/trash');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch the trash' })).toBeVisible();
    gateway.reset(gateway.rows);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(rowNames()).toHaveLength(3));
  });
});

describe('Restore', () => {
  test('removes the restored record from the trash, shows a toast and refetches the counts', async () => {
    const { user } = renderCrm('/admin/trash');
    await screen.findByText('Gone 1');
    const figures = gateway.server.requestsOf(stats.people).length;
    await user.click(screen.getByRole('button', { name: 'Restore Gone 1' }));
    expect(await screen.findByText('Lead restored')).toBeVisible();
    await waitFor(() => expect(rowNames()).toEqual(['Gone 2', 'Gone 3']));
    expect(title()).toHaveTextContent('Trash (2)');
    expect(gateway.server.requestsOf(peopleTrash.restore as Operation)[0]?.path).toBe(
      `/admin/trash/people/leads/${trashedNumber(1, 'leads').id}/restore`,
    );
    expect(gateway.server.requestsOf(stats.people).length).toBeGreaterThan(figures);
  });

  test('explains a restore that fails because the email is already subscribed, and keeps the row', async () => {
    silenceLog();
    gateway.server.on(peopleTrash.restore as Operation, () => {
      throw new ProblemError('already_subscribed');
    });
    const { user } = renderCrm('/admin/trash');
    await screen.findByText('Gone 1');
    await user.click(screen.getByRole('button', { name: 'Restore Gone 1' }));
    expect(await screen.findByText('This lead cannot be restored: this email is already subscribed.')).toBeVisible();
    expect(rowNames()).toContain('Gone 1');
  });

  test('removes a row that was already restored elsewhere', async () => {
    silenceLog();
    const { user } = renderCrm('/admin/trash');
    await screen.findByText('Gone 1');
    gateway.rows = gateway.rows.slice(1);
    await user.click(screen.getByRole('button', { name: 'Restore Gone 1' }));
    expect(await screen.findByText('This lead is not in the trash any more.')).toBeVisible();
    await waitFor(() => expect(rowNames()).toEqual(['Gone 2', 'Gone 3']));
  });

  test('shows other failures in a toast', async () => {
    silenceLog();
    gateway.server.on(contentTrash.restore as Operation, 'drop');
    const { user } = renderCrm('/admin/trash');
    await screen.findByText('Gone 2');
    await user.click(screen.getByRole('button', { name: 'Restore Gone 2' }));
    expect(await screen.findByText('Failed to restore bookmark')).toBeVisible();
  });
});

describe('Delete for good', () => {
  test('deletes a record permanently only after a confirmation', async () => {
    const { user } = renderCrm('/admin/trash');
    await screen.findByText('Gone 2');
    await user.click(screen.getByRole('button', { name: 'Delete Gone 2 for good' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete for good' });
    expect(question).toHaveTextContent('“Gone 2” will be removed for good. This action cannot be undone.');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(gateway.server.requestsOf(contentTrash.purge as Operation)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Delete Gone 2 for good' }));
    await user.click(await screen.findByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText('Bookmark deleted for good')).toBeVisible();
    await waitFor(() => expect(rowNames()).toEqual(['Gone 1', 'Gone 3']));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  });

  test('shows a failure in a toast and keeps the row', async () => {
    silenceLog();
    gateway.server.on(contentTrash.purge as Operation, 'drop');
    const { user } = renderCrm('/admin/trash');
    await screen.findByText('Gone 2');
    await user.click(screen.getByRole('button', { name: 'Delete Gone 2 for good' }));
    await user.click(await screen.findByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText('Failed to delete bookmark for good')).toBeVisible();
    expect(rowNames()).toContain('Gone 2');
  });
});

describe('Empty Trash', () => {
  test('confirms with the total number of records regardless of the filter, and empties both services', async () => {
    const { user } = renderCrm('/admin/trash?type=leads');
    await screen.findByText('Gone 1');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Empty Trash' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Empty Trash' }));
    const question = await screen.findByRole('alertdialog', { name: 'Empty Trash' });
    await waitFor(() =>
      expect(question).toHaveTextContent('3 records will be removed for good. This action cannot be undone.'),
    );
    await user.click(within(question).getByRole('button', { name: 'Empty Trash' }));
    expect(await screen.findByText('3 records deleted for good')).toBeVisible();
    await waitFor(() => expect(title()).toHaveTextContent('Trash (0)'));
    expect(gateway.rows).toEqual([]);
  });

  test('names the kinds that one service failed to purge, and purges the others', async () => {
    silenceLog();
    gateway.server.on(contentTrash.empty, 'drop');
    const { user } = renderCrm('/admin/trash');
    await screen.findByText('Gone 2');
    await waitFor(() => expect(rowNames()).toHaveLength(3));
    await user.click(screen.getByRole('button', { name: 'Empty Trash' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Empty Trash' }));
    expect(
      await screen.findByText('Deleted posts, comments, bookmarks and testimonials could not be removed.'),
    ).toBeVisible();
    await waitFor(() => expect(rowNames()).toEqual(['Gone 2']));
  });
});

test('holds back rows beyond the first page of one service until nothing newer can precede them', async () => {
  gateway.rows = [
    ...Array.from({ length: 60 }, (_, index) => trashedNumber(index + 1, 'leads')),
    trashedNumber(55, 'bookmarks', { title: 'Gone 555' }),
  ];
  renderCrm('/admin/trash');
  await screen.findByText('Gone 50');
  await waitFor(() => expect(title()).toHaveTextContent('Trash (61)'));
  expect(rowNames()).toHaveLength(50);
  expect(screen.queryByText('Gone 555')).not.toBeInTheDocument();
});

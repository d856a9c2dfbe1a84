import { idNumber } from '@docfolio/admin/testing/admin-gateway';
import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { LiveFixture } from '@docfolio/api-client/testing/live-fixture';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { screen, waitFor, within } from '@testing-library/react';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';
import { SubscribersGateway, subscriberNumber } from '../../../test/subscribers-gateway.js';

let gateway: SubscribersGateway;
beforeAll(async () => {
  gateway = new SubscribersGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([
    subscriberNumber(1),
    subscriberNumber(2, { is_active: false, source: 'website' }),
    subscriberNumber(3, { name: null, source: null }),
  ]);
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;
const title = () => screen.getByRole('heading', { level: 1 });
const toasts = () => screen.getByRole('region', { name: 'Notifications' });
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

describe('the subscribers page', () => {
  test('shows five skeleton rows and no count in the title while loading', async () => {
    const answer = deferred();
    gateway.server.on(subscribers.list, async (request) => {
      await answer.promise;
      return gateway.table.list(request);
    });
    renderCrm('/admin/blog-subscribers');
    expect(await screen.findByText('Loading blog subscribers')).toBeInTheDocument();
    await waitFor(() => expect(document.querySelectorAll('[aria-hidden] > [style*="opacity"]')).toHaveLength(5));
    expect(title()).toHaveTextContent(/^Blog Subscribers$/);
    answer.resolve();
    await screen.findByText('reader1@example.com');
    expect(title()).toHaveTextContent('Blog Subscribers (3)');
  });

  test('shows the columns in order, with the source "blog" and a dash where source and name are missing', async () => {
    gateway.table.change(idNumber(3), { subscribed_at: '2026-11-09T12:30:15.000Z' });
    renderCrm('/admin/blog-subscribers');
    const nameless = await rowOf('reader3@example.com');
    const heads = within(screen.getByRole('table', { name: 'Blog Subscribers' })).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Email',
      'Name',
      'Source',
      'Status',
      'Subscribed',
      'Actions',
    ]);
    expect(within(nameless).getByText('blog')).toBeVisible();
    expect(within(nameless).getByText('Not specified')).toBeInTheDocument();
    expect(within(nameless).getByText('Active')).toBeVisible();
    expect(within(nameless).getByText('Nov 09, 2026')).toHaveAttribute(
      'title',
      expect.stringMatching(/^Nov 09, 2026 \d\d:30:15$/),
    );
    const inactive = await rowOf('reader2@example.com');
    expect(within(inactive).getByText('website')).toBeVisible();
    expect(within(inactive).getByText('Inactive')).toBeVisible();
    expect(within(inactive).getByText('Reader 2')).toBeVisible();
  });

  test('shows an empty state', async () => {
    gateway.table.rows = [];
    renderCrm('/admin/blog-subscribers');
    expect(await screen.findByRole('heading', { name: 'No subscribers yet' })).toBeVisible();
    expect(title()).toHaveTextContent('Blog Subscribers (0)');
  });

  test('shows an error state with Retry and the specified toast if loading fails', async () => {
    silenceLog();
    gateway.server.on(subscribers.list, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/blog-subscribers');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch blog subscribers' })).toBeVisible();
    expect(toasts()).toHaveTextContent('ErrorFailed to fetch blog subscribers');
    gateway.server.on(subscribers.list, (request) => gateway.table.list(request));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('reader1@example.com')).toBeVisible();
  });
});

describe('search and filters', () => {
  test('sends the search to the server, writes it to the URL, and resets it by Clear if nothing matches', async () => {
    const { user } = renderCrm('/admin/blog-subscribers');
    await screen.findByText('reader1@example.com');
    const box = screen.getByPlaceholderText('Search subscribers...');
    await user.type(box, 'reader 2');
    await waitFor(() => expect(screen.queryByText('reader1@example.com')).not.toBeInTheDocument());
    expect(address()).toBe('/admin/blog-subscribers?search=reader+2');
    await user.clear(box);
    await user.type(box, 'nobody');
    expect(await screen.findByRole('heading', { name: 'No subscribers match' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await screen.findByText('reader1@example.com')).toBeVisible();
  });

  test('filters by status and source, and writes both to the URL', async () => {
    const { user } = renderCrm('/admin/blog-subscribers');
    await screen.findByText('reader1@example.com');
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'All statuses',
      'Active',
      'Unconfirmed',
      'Inactive',
    ]);
    await user.click(screen.getByRole('option', { name: 'Active' }));
    await waitFor(() => expect(screen.queryByText('reader2@example.com')).not.toBeInTheDocument());
    expect(address()).toBe('/admin/blog-subscribers?status=active');
    await user.click(screen.getByRole('combobox', { name: 'Source' }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'All sources',
      'Blog',
      'Newsletter',
      'Website',
    ]);
    await user.click(screen.getByRole('option', { name: 'Blog' }));
    await waitFor(() => expect(screen.queryByText('reader1@example.com')).not.toBeInTheDocument());
    expect(address()).toBe('/admin/blog-subscribers?status=active&source=blog');
    expect(screen.getByText('reader3@example.com')).toBeVisible();
  });

  test('reads filters from the URL and ignores invalid values', async () => {
    renderCrm('/admin/blog-subscribers?status=inactive&source=moon');
    expect(await screen.findByText('reader2@example.com')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveTextContent('Inactive');
    expect(screen.getByRole('combobox', { name: 'Source' })).toHaveTextContent('All sources');
    expect(gateway.server.requestsOf(subscribers.list)[0]?.query).toEqual({
      status: 'inactive',
      sort: '-subscribed_at',
    });
  });
});

test('shows subscribers who have not confirmed as Unconfirmed, in row, drawer and filter', async () => {
  gateway.reset([subscriberNumber(1), subscriberNumber(2, { confirmed_at: null })]);
  const { user } = renderCrm('/admin/blog-subscribers');
  expect(within(await rowOf('reader2@example.com')).getByText('Unconfirmed')).toHaveClass('text-warning');
  expect(within(await rowOf('reader1@example.com')).getByText('Active')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Unconfirmed' }));
  await waitFor(() => expect(screen.queryByText('reader1@example.com')).not.toBeInTheDocument());
  expect(title()).toHaveTextContent('Blog Subscribers (1)');
  await user.click(screen.getByRole('link', { name: 'reader2@example.com' }));
  const drawer = await screen.findByRole('dialog', { name: 'reader2@example.com' });
  expect(within(drawer).getByText('Unconfirmed')).toBeVisible();
  expect(within(drawer).getByText('Not yet')).toBeInTheDocument();
});

describe('Activate and Deactivate', () => {
  test('update the row in place with a toast', async () => {
    const { user } = renderCrm('/admin/blog-subscribers');
    await user.click(await screen.findByRole('button', { name: 'Deactivate reader1@example.com' }));
    expect(await screen.findByText('Subscriber deactivated successfully')).toBeVisible();
    expect(toasts()).toHaveTextContent('Success');
    expect(within(await rowOf('reader1@example.com')).getByText('Inactive')).toBeVisible();
    expect(gateway.server.requestsOf(subscribers.patch)[0]?.body).toEqual({ is_active: false });
    await user.click(screen.getByRole('button', { name: 'Activate reader2@example.com' }));
    expect(await screen.findByText('Subscriber activated successfully')).toBeVisible();
    expect(within(await rowOf('reader2@example.com')).getByText('Active')).toBeVisible();
  });

  test('count again what a filter matches, and keep the row', async () => {
    gateway.reset([1, 2, 3].map((n) => subscriberNumber(n)));
    const live = new LiveFixture(gateway.server);
    const { user } = renderCrm('/admin/blog-subscribers?status=active');
    await rowOf('reader1@example.com');
    expect(title()).toHaveTextContent('Blog Subscribers (3)');
    await user.click(screen.getByRole('button', { name: 'Deactivate reader1@example.com' }));
    await waitFor(() => expect(title()).toHaveTextContent('Blog Subscribers (2)'));
    expect(within(await rowOf('reader1@example.com')).getByText('Inactive')).toBeVisible();
    await waitFor(() => expect(live.open).toBe(1));
    gateway.table.change(idNumber(2), { is_active: false });
    live.tell({ topic: 'blog_subscribers', id: idNumber(2), act: 'changed' });
    await waitFor(() => expect(title()).toHaveTextContent('Blog Subscribers (1)'));
  });

  test('show a toast and keep the row unchanged if they fail', async () => {
    silenceLog();
    gateway.server.on(subscribers.patch, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/blog-subscribers');
    await user.click(await screen.findByRole('button', { name: 'Deactivate reader1@example.com' }));
    expect(await screen.findByText('Failed to update subscriber status')).toBeVisible();
    expect(toasts()).toHaveTextContent('Error');
    expect(within(await rowOf('reader1@example.com')).getByText('Active')).toBeVisible();
  });
});

describe('Delete', () => {
  test('removes a subscriber without confirmation, and Undo restores it', async () => {
    const { user } = renderCrm('/admin/blog-subscribers');
    await user.click(await screen.findByRole('button', { name: 'Delete reader2@example.com' }));
    expect(await screen.findByText('Subscriber deleted successfully')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('reader2@example.com')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Subscriber restored')).toBeVisible();
    expect(await screen.findByText('reader2@example.com')).toBeVisible();
  });

  test('shows a toast and keeps the row if it fails', async () => {
    silenceLog();
    gateway.server.on(subscribers.delete, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/blog-subscribers');
    await user.click(await screen.findByRole('button', { name: 'Delete reader2@example.com' }));
    expect(await screen.findByText('Failed to delete subscriber')).toBeVisible();
    expect(await rowOf('reader2@example.com')).toBeVisible();
  });
});

test('opens a subscriber in a drawer at its own URL, and deactivates it there', async () => {
  const { user } = renderCrm('/admin/blog-subscribers');
  await user.click(await screen.findByRole('link', { name: 'reader1@example.com' }));
  const drawer = await screen.findByRole('dialog', { name: 'reader1@example.com' });
  expect(address()).toBe(`/admin/blog-subscribers/${idNumber(1)}`);
  const names = within(drawer)
    .getAllByRole('term')
    .map((term) => term.textContent);
  expect(names).toEqual(['Status', 'Email', 'Name', 'Source', 'Subscribed', 'Confirmed']);
  await user.click(within(drawer).getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }));
  expect(await within(drawer).findByText('Inactive')).toBeVisible();
});

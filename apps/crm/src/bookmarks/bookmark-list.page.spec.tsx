import { deferred } from '@docfolio/admin/testing/deferred';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { bookmarks } from '@docfolio/contracts/entities/bookmark';
import { screen, waitFor, within } from '@testing-library/react';
import { BookmarksGateway, bookmarkNumber } from '../../test/bookmarks-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../test/render-crm.js';

let gateway: BookmarksGateway;
beforeAll(async () => {
  gateway = new BookmarksGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([1, 2, 3].map((n) => bookmarkNumber(n)));
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

const card = (name: string) => screen.findByRole('article', { name });
const title = () => screen.getByRole('heading', { level: 1 });
const silenceLog = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

async function choose(user: ReturnType<typeof renderCrm>['user'], name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the bookmarks page', () => {
  test('shows six placeholder cards and no count in the title while loading', async () => {
    const answer = deferred();
    gateway.server.on(bookmarks.listAll, async (request) => {
      await answer.promise;
      return gateway.table.list(request);
    });
    renderCrm('/admin/bookmarks');
    expect(await screen.findByText('Loading bookmarks')).toBeInTheDocument();
    expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(6);
    expect(title()).toHaveTextContent(/^Bookmarks$/);
    expect(screen.getByText('Manage your curated collection of links and resources')).toBeVisible();
    answer.resolve();
    await card('Page 1');
    expect(title()).toHaveTextContent('Bookmarks (3)');
  });

  test('shows star, title, description, category, three tags, the number of further tags, and the link', async () => {
    gateway.table.rows = [
      bookmarkNumber(1, {
        is_featured: true,
        tags: ['one', '', ' ', 'two', 'three', 'four', 'five'],
        category: 'tools',
      }),
      bookmarkNumber(2, { category: null, description: null }),
    ];
    renderCrm('/admin/bookmarks');
    const first = await card('Page 1');
    expect(within(first).getByRole('img', { name: 'Featured' })).toBeVisible();
    expect(within(first).getByRole('heading', { name: 'Page 1' })).toBeVisible();
    expect(within(first).getByText('What page 1 tells')).toBeVisible();
    const badges = within(within(first).getByRole('list', { name: 'Category and tags' })).getAllByRole('listitem');
    expect(badges.map((badge) => badge.textContent)).toEqual(['Tools', 'one', 'two', 'three', '+2']);
    const link = within(first).getByRole('link', { name: 'www.example.com/1 (opens in a new tab)' });
    expect(link).toHaveAttribute('href', 'https://www.example.com/1');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
    const second = await card('Page 2');
    expect(within(second).queryByRole('img', { name: 'Featured' })).not.toBeInTheDocument();
    expect(within(second).queryByRole('list')).not.toBeInTheDocument();
  });

  test('shows an empty state with Add Bookmark', async () => {
    gateway.table.rows = [];
    const { user } = renderCrm('/admin/bookmarks');
    expect(await screen.findByRole('heading', { name: 'No bookmarks found' })).toBeVisible();
    expect(screen.getByText('Get started by creating your first bookmark')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Add Bookmark' })[1]!);
    expect(await screen.findByRole('dialog', { name: 'Add New Bookmark' })).toBeVisible();
  });

  test('shows an error state with Retry if loading fails', async () => {
    silenceLog();
    gateway.server.on(bookmarks.listAll, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm('/admin/bookmarks');
    expect(await screen.findByRole('heading', { name: 'Failed to fetch bookmarks' })).toBeVisible();
    gateway.server.on(bookmarks.listAll, (request) => gateway.table.list(request));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await card('Page 1')).toBeVisible();
  });
});

describe('search and category', () => {
  test('sends the search to the server, writes it to the URL, and resets it by Clear if nothing matches', async () => {
    gateway.table.rows = [bookmarkNumber(1), bookmarkNumber(2, { tags: ['Rust'] })];
    const { user } = renderCrm('/admin/bookmarks');
    await card('Page 1');
    const box = screen.getByPlaceholderText('Search bookmarks...');
    await user.type(box, 'rust');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Page 1' })).not.toBeInTheDocument());
    expect(await card('Page 2')).toBeVisible();
    expect(address()).toBe('/admin/bookmarks?search=rust');
    await user.clear(box);
    await user.type(box, 'nothing');
    expect(await screen.findByRole('heading', { name: 'No bookmarks found' })).toBeVisible();
    expect(await screen.findByText('No bookmarks match "nothing"')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await card('Page 1')).toBeVisible();
    expect(address()).toBe('/admin/bookmarks');
  });

  test('filters by category and names a category without bookmarks', async () => {
    gateway.table.rows = [bookmarkNumber(1), bookmarkNumber(2, { category: 'tools' })];
    const { user } = renderCrm('/admin/bookmarks');
    await card('Page 1');
    const filter = screen.getByRole('combobox', { name: 'Category' });
    expect(filter).toHaveTextContent('All categories');
    await user.click(filter);
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(options).toEqual(['All categories', 'Articles', 'Engineering', 'Libraries', 'Tools']);
    await user.click(screen.getByRole('option', { name: 'Tools' }));
    await waitFor(() => expect(title()).toHaveTextContent('Bookmarks (1)'));
    expect(await card('Page 2')).toBeVisible();
    expect(address()).toBe('/admin/bookmarks?category=tools');
    await user.click(filter);
    await user.click(await screen.findByRole('option', { name: 'Libraries' }));
    expect(await screen.findByText('No bookmarks in Libraries')).toBeVisible();
  });

  test('reads filters from the URL and ignores invalid values', async () => {
    gateway.table.rows = [bookmarkNumber(1, { category: 'tools' })];
    renderCrm('/admin/bookmarks?category=tools&search=%20page&sort=moon');
    await card('Page 1');
    expect(gateway.server.requestsOf(bookmarks.listAll)[0]?.query).toEqual({
      category: 'tools',
      search: 'page',
      sort: '-created_at',
    });
  });
});

describe('deleting a bookmark', () => {
  test("sends nothing if the browser's confirmation is declined", async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const { user } = renderCrm('/admin/bookmarks');
    await choose(user, 'Page 2', 'Delete');
    expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this bookmark?');
    expect(gateway.server.requestsOf(bookmarks.delete)).toHaveLength(0);
    expect(await card('Page 2')).toBeVisible();
  });

  test('removes the card after the confirmation, and Undo restores it', async () => {
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    const { user } = renderCrm('/admin/bookmarks');
    await choose(user, 'Page 2', 'Delete');
    expect(await screen.findByText('Bookmark deleted successfully')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Page 2' })).not.toBeInTheDocument());
    await waitFor(() => expect(title()).toHaveTextContent('Bookmarks (2)'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Bookmark restored')).toBeVisible();
    expect(await card('Page 2')).toBeVisible();
  });

  test("shows the specified toast with the server's message if it fails, and keeps the card", async () => {
    silenceLog();
    jest.spyOn(window, 'confirm').mockReturnValue(true);
    gateway.server.on(bookmarks.delete, () => {
      throw new ProblemError('saturated');
    });
    const { user } = renderCrm('/admin/bookmarks');
    await choose(user, 'Page 2', 'Delete');
    expect(await screen.findByText('Error deleting bookmark')).toBeVisible();
    expect(screen.getByText('The service is busy')).toBeVisible();
    expect(await card('Page 2')).toBeVisible();
  });
});

test('Visit opens the URL in a new tab with noopener', async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const { user } = renderCrm('/admin/bookmarks');
  await choose(user, 'Page 2', 'Visit');
  expect(open).toHaveBeenCalledWith('https://www.example.com/2', '_blank', expect.stringContaining('noopener'));
});

test('moves between cards by J, K and arrow keys, edits on Enter and closes on Escape', async () => {
  const { user } = renderCrm('/admin/bookmarks');
  await card('Page 1');
  const opener = (name: string) => screen.getByRole('button', { name });
  await user.keyboard('j');
  expect(opener('Page 1')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(opener('Page 2')).toHaveFocus();
  await user.keyboard('jj');
  expect(opener('Page 3')).toHaveFocus();
  await user.keyboard('k{ArrowLeft}');
  expect(opener('Page 1')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Edit Bookmark' })).toBeVisible();
  expect(address()).toBe(`/admin/bookmarks?form=${bookmarkNumber(1).id}`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/admin/bookmarks'));
});

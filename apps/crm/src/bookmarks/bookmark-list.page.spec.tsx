import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { bookmarks } from '@docfolio/contracts/bookmark';
import { ProblemError } from '@docfolio/contracts/problem';
import { screen, waitFor, within } from '@testing-library/react';
import { BookmarksGateway, bookmarkNumber } from '../../test/bookmarks-gateway.js';
import { deferred } from '../../test/deferred.js';
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

describe('the four states', () => {
  test('loading: six placeholder cards, and no number in the title', async () => {
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

  test('full: star, title, description, category, three tags and how many more, the address', async () => {
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

  test('empty: the words of the specification and the one thing to do', async () => {
    gateway.table.rows = [];
    const { user } = renderCrm('/admin/bookmarks');
    expect(await screen.findByRole('heading', { name: 'No bookmarks found' })).toBeVisible();
    expect(screen.getByText('Get started by creating your first bookmark')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Add Bookmark' })[1]!);
    expect(await screen.findByRole('dialog', { name: 'Add New Bookmark' })).toBeVisible();
  });

  test('error: said in its place with Retry', async () => {
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

describe('search and category live in the address', () => {
  test('a search asks the server; without hits it is named, and Clear takes it away', async () => {
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

  test('the category filter, and a category that holds nothing', async () => {
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

  test('an address is obeyed, and what makes no sense in it is left out', async () => {
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

describe('deleting asks as the browser does', () => {
  test('what is refused there is not sent', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const { user } = renderCrm('/admin/bookmarks');
    await choose(user, 'Page 2', 'Delete');
    expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this bookmark?');
    expect(gateway.server.requestsOf(bookmarks.delete)).toHaveLength(0);
    expect(await card('Page 2')).toBeVisible();
  });

  test('what is confirmed goes, with Undo in the toast', async () => {
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

  test("a failure is titled as specified, over the server's words", async () => {
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

test('Visit opens the page in a tab that knows nothing of this one', async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null);
  const { user } = renderCrm('/admin/bookmarks');
  await choose(user, 'Page 2', 'Visit');
  expect(open).toHaveBeenCalledWith('https://www.example.com/2', '_blank', expect.stringContaining('noopener'));
});

test('by keyboard: J and the arrows go from card to card, Enter edits, Esc closes', async () => {
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

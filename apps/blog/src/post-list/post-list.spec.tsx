import { sessionStore } from '@docfolio/api-client/session';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleSession } from '@docfolio/api-client/testing/samples';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { posts } from '@docfolio/contracts/entities/post';
import { auth } from '@docfolio/contracts/entities/session';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test/render-page.js';
import { items, page, samplePost } from '../../test/samples.js';
import BlogRoutes from '../routes.js';

const away = () => {
  throw new ProblemError('unavailable');
};
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => samplePost(from + place));

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => {
  server.on(posts.categories, items(['AI', 'Architecture']));
  server.on(posts.list, ({ query }) => {
    if (query.search === 'nothing') return page([]);
    const at = Number(query.page ?? 1);
    return page(at > 3 ? [] : numbers(at * 9 - 8, Math.min(at * 9, 20)), 20, at);
  });
});
afterEach(() => server.reset());
afterAll(() => server.stop());

const open = (path: string) => renderPage(<BlogRoutes />, path);
const asked = () => server.requestsOf(posts.list).map(({ query }) => query);
const results = () => screen.getByRole('region', { name: 'Posts' });
const cards = () => within(results()).getAllByRole('heading', { level: 2 });
const chips = () => within(screen.getByRole('navigation', { name: 'Categories' })).getAllByRole('link');

describe('the list', () => {
  it('shows nine posts as one link each', async () => {
    server.on(
      posts.list,
      page(
        numbers(1, 9).map((post) => ({ ...post, tags: ['a', 'b', 'c', 'd', 'e'] })),
        20,
      ),
    );
    open('/blog');
    expect(await screen.findByRole('link', { name: 'Post number 1' })).toHaveAttribute('href', '/blog/post-1');
    expect(cards()).toHaveLength(9);
    const card = screen.getByRole('link', { name: 'Post number 2' });
    expect(card).toHaveAccessibleDescription('What number 2 is about.');
    // 23:30 UTC is the next day in Lisbon.
    expect(card).toHaveTextContent('ArchitectureAug 11, 2025 · 8 min read');
    expect(
      within(card)
        .getAllByRole('listitem')
        .map((tag) => tag.textContent),
    ).toEqual(['a', 'b', 'c', 'd']);
    expect(asked()).toEqual([{ page: '1' }]);
  });

  it('has title and canonical URL of its page and filters', async () => {
    const { unmount } = open('/blog');
    await screen.findByRole('link', { name: 'Post number 1' });
    expect(screen.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
    expect(document.title).toMatch(/^Blog · /);
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', 'https://blog.example.com/blog');
    expect(document.querySelector('meta[name="robots"]')).toBeNull();
    unmount();
    open('/blog?page=2&category=AI');
    await screen.findByRole('link', { name: 'Post number 10' });
    expect(document.title).toMatch(/^AI · Page 2 · Blog · /);
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute(
      'href',
      'https://blog.example.com/blog?category=AI&page=2',
    );
  });

  it('is not indexed if it is a search', async () => {
    open('/blog?search=locks');
    await screen.findByRole('link', { name: 'Post number 1' });
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  it('shows nine skeletons while loading', async () => {
    let answer = () => {};
    server.on(posts.list, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return page(numbers(1, 9));
    });
    open('/blog');
    expect(within(results()).getByText('Loading posts')).toBeInTheDocument();
    expect(results()).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(asked()).toHaveLength(1));
    answer();
    expect(await screen.findByRole('link', { name: 'Post number 1' })).toBeVisible();
    expect(screen.queryByText('Loading posts')).not.toBeInTheDocument();
  });
});

describe('paging', () => {
  it('uses links and begins each page at its first post', async () => {
    const user = userEvent.setup();
    open('/blog?category=AI');
    const next = await screen.findByRole('link', { name: 'Next' });
    expect(screen.getByText('1–9 of 20')).toBeVisible();
    expect(next).toHaveAttribute('href', '/blog?category=AI&page=2');
    await user.click(next);
    expect(await screen.findByRole('link', { name: 'Post number 10' })).toBeVisible();
    expect(window.location.search).toBe('?category=AI&page=2');
    expect(results()).toHaveFocus();
    expect(within(results()).getByText('20 posts, page 2 of 3')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Page 3' }));
    expect(await screen.findByRole('link', { name: 'Post number 20' })).toBeVisible();
    expect(screen.getByText('19–20 of 20')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Page 1' }));
    await waitFor(() => expect(window.location.search).toBe('?category=AI'));
  });

  it('shows which page is the last if the page does not exist', async () => {
    open('/blog?page=7');
    expect(await screen.findByRole('heading', { name: 'There is no page 7' })).toBeVisible();
    expect(screen.getByText('The posts end on page 3.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the last page' })).toHaveAttribute('href', '/blog?page=3');
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });
});

describe('categories', () => {
  it('are links that return to page 1 and keep the search', async () => {
    const user = userEvent.setup();
    open('/blog?page=2&search=locks');
    const ai = await screen.findByRole('link', { name: 'AI' });
    expect(chips().map((chip) => chip.textContent)).toEqual(['All Posts', 'AI', 'Architecture']);
    expect(screen.getByRole('link', { name: 'All Posts' })).toHaveAttribute('aria-current', 'true');
    await user.click(ai);
    expect(window.location.search).toBe('?category=AI&search=locks');
    await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', category: 'AI', search: 'locks' }));
    expect(ai).toHaveAttribute('aria-current', 'true');
    expect(ai).toHaveFocus();
    expect(screen.getByRole('link', { name: 'All Posts' })).toHaveAttribute('href', '/blog?search=locks');
  });

  it('are All Posts and the selected one if they cannot be loaded, which is logged', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
    server.on(posts.categories, away);
    open('/blog?category=Embedded');
    await waitFor(() =>
      expect(logged).toHaveBeenCalledWith('The categories of the blog could not be loaded', expect.anything()),
    );
    expect(chips().map((chip) => chip.textContent)).toEqual(['All Posts', 'Embedded']);
    expect(await screen.findByRole('link', { name: 'Post number 1' })).toBeVisible();
    logged.mockRestore();
  });
});

describe('the search', () => {
  it('returns to page 1 and keeps the category', async () => {
    const user = userEvent.setup();
    open('/blog?category=AI&page=2');
    await screen.findByRole('link', { name: 'Post number 10' });
    await user.type(screen.getByRole('searchbox', { name: 'Search posts' }), ' locks {Enter}');
    expect(window.location.search).toBe('?category=AI&search=locks');
    await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', category: 'AI', search: 'locks' }));
    await user.click(screen.getByRole('link', { name: 'Clear search' }));
    expect(window.location.search).toBe('?category=AI');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('is a form that works without scripts', () => {
    open('/blog?category=AI&search=locks');
    const form = screen.getByRole<HTMLFormElement>('search');
    expect(form).toHaveAttribute('action', '/blog');
    expect(form.method).toBe('get');
    expect([...new FormData(form)]).toEqual([
      ['category', 'AI'],
      ['search', 'locks'],
    ]);
  });

  it('is updated by the back button', async () => {
    const user = userEvent.setup();
    open('/blog');
    await user.type(screen.getByRole('searchbox'), 'locks{Enter}');
    act(() => window.history.back());
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
  });

  it('shows that nothing matches and links back', async () => {
    open('/blog?search=nothing&category=AI');
    expect(await screen.findByRole('heading', { name: 'No posts found' })).toBeVisible();
    expect(screen.getByText('Nothing in AI matches “nothing”.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Search all categories' })).toHaveAttribute('href', '/blog?search=nothing');
    expect(screen.getByRole('link', { name: 'Show all posts' })).toHaveAttribute('href', '/blog');
  });
});

it('shows that nothing is published yet', async () => {
  server.on(posts.list, page([]));
  open('/blog');
  expect(await screen.findByRole('heading', { name: 'Nothing is published yet' })).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Pages of posts' })).not.toBeInTheDocument();
});

it('offers a retry if the posts cannot be loaded', async () => {
  const user = userEvent.setup();
  server.on(posts.list, away);
  open('/blog');
  expect(await screen.findByText('Failed to load the posts')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'New posts by email' })).toBeVisible();
  server.on(posts.list, page(numbers(1, 2)));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Post number 1' })).toBeVisible();
});

describe('Add New Post', () => {
  afterEach(() => {
    sessionStore.stop();
    localStorage.clear();
  });

  it('is shown to admins only', async () => {
    open('/blog');
    await screen.findByRole('link', { name: 'Post number 1' });
    expect(screen.queryByRole('link', { name: 'Add New Post' })).not.toBeInTheDocument();
    server.on(auth.me, { json: { user: sampleSession(1).user, is_admin: true } });
    await act(() => sessionStore.adoptSession(sampleSession(1), 'SIGNED_IN'));
    expect(await screen.findByRole('link', { name: 'Add New Post' })).toHaveAttribute('href', '/admin/blog/new');
  });
});

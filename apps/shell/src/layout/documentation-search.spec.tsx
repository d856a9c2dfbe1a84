import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type PostSummary, posts } from '@docfolio/contracts/entities/post';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installRemotes, renderApp } from '../../test/render-app.js';
import { setWindowWidth } from '../../test/setup.js';
import { setCollapsed } from './sidebar-preference.js';

let gateway: FixtureServer;
beforeAll(async () => {
  gateway = await FixtureServer.start();
  installRemotes();
});
beforeEach(() => {
  gateway.reset();
  answerWith();
  setCollapsed(false);
  setWindowWidth(1440);
});
afterAll(() => gateway.stop());

const postOf = (title: string): PostSummary => ({
  id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  slug: title.toLowerCase().replaceAll(' ', '-'),
  title,
  excerpt: '',
  category: 'Architecture',
  tags: [],
  featured: false,
  published_at: '2026-02-01T10:00:00.000Z',
  author_name: 'Alex Morgan',
  read_time: '4 min read',
  likes_count: 0,
  comments_count: 0,
});

function answerWith(...titles: string[]) {
  const items = titles.map((title, place) => ({
    ...postOf(title),
    id: `0f9619ff-8b86-4d01-b42d-00cf4fc96${100 + place}`,
  }));
  gateway.on(posts.list, { json: { items, total: items.length, page: 1, page_size: 9 } });
}

const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search documentation' });
const nav = () => screen.getByRole('navigation', { name: 'Main' });
const named = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link')
    .map((link) => (link.firstElementChild?.matches('svg') ? link.textContent : link.firstElementChild?.textContent));
const pagesFound = () => named(screen.getByRole('region', { name: 'Pages' }));
const postsFound = async () => named(await screen.findByRole('region', { name: 'Posts' }));
const asked = () => gateway.requestsOf(posts.list).map(({ query }) => query.search);

describe('the navigation during a search', () => {
  it.each([
    ['main', ['Main']],
    ['ABOUT', ['About']],
    ['serv', ['Services']],
    ['ｓérv', ['Services']],
    ['  contact ', ['Contact']],
    ['o', ['About', 'Contact', 'Mentorship', 'Portfolio', 'Blog', 'Bookmarks']],
    ['architecture', []],
  ])('shows for %j the items whose title contains it', async (text, titles) => {
    renderApp('/');
    await userEvent.type(search(), text);
    expect(named(nav())).toEqual(titles);
  });

  it('is complete again after Escape, and a second Escape leaves the search box', async () => {
    renderApp('/');
    await userEvent.type(search(), 'con{Escape}');
    expect(named(nav())).toHaveLength(8);
    expect(search()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(search()).not.toHaveFocus();
  });

  it('is complete again after an item was opened', async () => {
    renderApp('/');
    await userEvent.type(search(), 'blo');
    await userEvent.click(within(nav()).getByRole('link'));
    expect(await screen.findByRole('heading', { name: 'blog /blog' })).toBeVisible();
    expect(named(nav())).toHaveLength(8);
    expect(search()).toHaveValue('');
  });
});

describe('further search results', () => {
  it('are pages whose description matches, with their path', async () => {
    renderApp('/');
    await userEvent.type(search(), 'architecture');
    expect(pagesFound()).toEqual(['Main', 'Services']);
    await userEvent.clear(search());
    await userEvent.type(search(), 'privacy');
    expect(pagesFound()).toEqual(['Privacy']);
    expect(screen.getByText('/privacy')).toBeVisible();
  });

  it('include posts from two characters on, after a debounce', async () => {
    answerWith('Queues that survive', 'Indexes by example');
    renderApp('/');
    await userEvent.type(search(), 'q');
    await userEvent.type(search(), 'ue');
    expect(await postsFound()).toEqual(['Queues that survive', 'Indexes by example']);
    expect(screen.getAllByText('/blog · Architecture')).toHaveLength(2);
    expect(asked()).toEqual(['que']);
    await userEvent.clear(search());
    await userEvent.type(search(), 'q');
    expect(screen.queryByRole('region', { name: 'Posts' })).not.toBeInTheDocument();
    expect(asked()).toEqual(['que']);
  });

  it('include at most five posts and a link to all of them', async () => {
    answerWith('One', 'Two', 'Three', 'Four', 'Five', 'Six');
    renderApp('/blog');
    await userEvent.type(search(), 'x y');
    expect(await postsFound()).toEqual(['One', 'Two', 'Three', 'Four', 'Five', 'All 6 posts']);
    expect(screen.getByText('0 pages, 6 posts')).toHaveAttribute('role', 'status');
    await userEvent.click(screen.getByRole('link', { name: /All 6 posts/ }));
    expect(window.location.search).toBe('?search=x+y');
    expect(search()).toHaveValue('');
  });

  it('never come from the late response to an older text', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    gateway.on(posts.list, async ({ query }) => {
      if (query.search === 'old') await held;
      return { json: { items: [postOf(`About ${query.search}`)], total: 1, page: 1, page_size: 9 } };
    });
    renderApp('/');
    await userEvent.type(search(), 'old');
    await waitFor(() => expect(asked()).toEqual(['old']));
    await userEvent.clear(search());
    await userEvent.type(search(), 'new');
    expect(await postsFound()).toEqual(['About new']);
    release();
    await waitFor(() => expect(asked()).toEqual(['old', 'new']));
    expect(await postsFound()).toEqual(['About new']);
  });

  it.each(['zzz', 'undefined', 'unsubscribe'])('show a message if nothing matches %s', async (text) => {
    renderApp('/');
    await userEvent.type(search(), text);
    expect(await screen.findByText('Nothing found.')).toHaveAttribute('role', 'status');
  });

  it('show an error beside the pages if the post search fails, which the next key repeats', async () => {
    gateway.on(posts.list, () => {
      throw new ProblemError('unavailable');
    });
    renderApp('/');
    await userEvent.type(search(), 'priv');
    expect(await screen.findByText('Posts cannot be searched right now.')).toBeVisible();
    expect(pagesFound()).toEqual(['Privacy']);
    answerWith('Private by default');
    await userEvent.type(search(), 'a');
    expect(await postsFound()).toEqual(['Private by default']);
    expect(screen.queryByText('Posts cannot be searched right now.')).not.toBeInTheDocument();
  });
});

describe('keyboard control of the search', () => {
  it('focuses the search box by the slash key, except in a text field', async () => {
    renderApp('/');
    await userEvent.keyboard('/');
    expect(search()).toHaveFocus();
    expect(search()).toHaveValue('');
    await userEvent.keyboard('a/');
    expect(search()).toHaveValue('a/');
  });

  it('moves through all results by arrow keys, and back to the box by Escape', async () => {
    answerWith('Blocking calls');
    renderApp('/');
    await userEvent.type(search(), 'blo');
    const [post] = within(await screen.findByRole('region', { name: 'Posts' })).getAllByRole('link');
    await userEvent.keyboard('{ArrowDown}');
    expect(within(nav()).getByRole('link', { name: 'Blog' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(post).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(search()).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Escape}');
    expect(search()).toHaveFocus();
    expect(search()).toHaveValue('blo');
  });

  it('opens the first result by Enter', async () => {
    answerWith('Retries');
    renderApp('/');
    await userEvent.type(search(), 'retr');
    await postsFound();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'blog /blog/retries' })).toBeVisible();
  });

  it('ignores Enter without results, and arrow keys without a search', async () => {
    renderApp('/');
    await userEvent.type(search(), 'zzz{Enter}');
    expect(window.location.pathname).toBe('/');
    await userEvent.clear(search());
    expect(fireEvent.keyDown(search(), { key: 'ArrowDown' })).toBe(true);
    expect(search()).toHaveFocus();
  });
});

it('the search works in the drawer on a phone', async () => {
  setWindowWidth(390);
  answerWith('Offline first');
  renderApp('/');
  await userEvent.click(screen.getByRole('button', { name: 'Open navigation' }));
  const drawer = within(screen.getByRole('dialog', { name: 'Navigation' }));
  await userEvent.type(drawer.getByRole('searchbox'), 'offline');
  await userEvent.click(await drawer.findByRole('link', { name: /Offline first/ }));
  expect(await screen.findByRole('heading', { name: 'blog /blog/offline-first' })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Bookmark, bookmarkCategories, bookmarks } from '@docfolio/contracts/entities/bookmark';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test/render-page.js';
import BookmarksPage from './bookmarks.page.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
afterEach(() => server.reset());
afterAll(() => server.stop());

let made = 0;
function bookmark(title: string, more: Partial<Bookmark> = {}): Bookmark {
  made += 1;
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    title,
    url: `https://www.example.com/${made}`,
    description: null,
    category: 'articles',
    tags: [],
    is_featured: false,
    created_at: '2025-06-01T00:00:00.000Z',
    ...more,
  };
}

const all = [
  bookmark('Latency numbers', { description: 'What every programmer should KNOW' }),
  bookmark('Queueing theory', { category: 'engineering', tags: ['Maths', 'load'], is_featured: true }),
  bookmark('A router', { category: 'libraries', tags: ['web', ' ', 'react', 'url', 'history', 'types', 'react'] }),
  bookmark('A profiler', { category: 'tools', is_featured: true }),
  bookmark('Unsorted', { category: null }),
];

const show = (path = '/bookmarks', items = all) => {
  server.on(bookmarks.list, { json: { items } });
  renderPage(<BookmarksPage />, path);
};
const titlesOf = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);
const search = () => screen.getByRole('searchbox', { name: 'Search bookmarks' });
const address = () => `${window.location.pathname}${window.location.search}`;

it('shows featured bookmarks and all bookmarks', async () => {
  show();
  await screen.findByRole('region', { name: 'All Bookmarks' });
  expect(titlesOf('Featured')).toEqual(['Queueing theory', 'A profiler']);
  expect(titlesOf('All Bookmarks')).toEqual(all.map(({ title }) => title));
});

it('shows a bookmark as one link to its URL in a new tab', async () => {
  show();
  const link = await screen.findByRole('link', { name: 'Latency numbers (opens in a new tab)' });
  expect(link).toHaveAttribute('href', all[0]!.url);
  expect(link).toHaveAttribute('target', '_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(link).toHaveAccessibleDescription('What every programmer should KNOW');
  expect(link).toHaveTextContent('example.com');
});

it('shows three tags of a bookmark and the number of further tags, without blank ones', async () => {
  show();
  const link = await screen.findByRole('link', { name: /^A router/ });
  expect(
    within(link)
      .getAllByRole('listitem')
      .map((tag) => tag.textContent),
  ).toEqual(['web', 'react', 'url', '+2']);
});

describe('tabs', () => {
  it('are All and the specified categories', async () => {
    show();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.toLowerCase())).toEqual([
      'all',
      ...bookmarkCategories,
    ]);
    expect(await screen.findByRole('tabpanel', { name: 'All' })).toBeVisible();
  });

  it('filter both sections, and hide the featured one if it is empty', async () => {
    const user = userEvent.setup();
    show();
    await screen.findByRole('region', { name: 'Featured' });
    await user.click(screen.getByRole('tab', { name: 'Engineering' }));
    await waitFor(() => expect(titlesOf('All Bookmarks')).toEqual(['Queueing theory']));
    expect(titlesOf('Featured')).toEqual(['Queueing theory']);
    expect(address()).toBe('/bookmarks?tab=engineering');
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(titlesOf('All Bookmarks')).toEqual(['A router']));
    expect(screen.getByRole('tab', { name: 'Libraries' })).toHaveFocus();
    expect(screen.queryByRole('region', { name: 'Featured' })).not.toBeInTheDocument();
  });

  it('are selected by the URL', async () => {
    show('/bookmarks?tab=tools');
    expect(await screen.findByRole('tabpanel', { name: 'Tools' })).toBeVisible();
    await waitFor(() => expect(titlesOf('All Bookmarks')).toEqual(['A profiler']));
  });

  it('fall back to All for an unknown category in the URL', async () => {
    show('/bookmarks?tab=podcasts');
    await screen.findByRole('region', { name: 'All Bookmarks' });
    expect(screen.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the search', () => {
  it.each([
    ['LATENCY', 'Latency numbers'],
    ['should know', 'Latency numbers'],
    ['maTHS', 'Queueing theory'],
    ['à–pro', 'A profiler'],
    ['  profiler ', 'A profiler'],
  ])('finds %s by title, description or any tag', async (words, title) => {
    const user = userEvent.setup();
    show();
    await screen.findByRole('region', { name: 'All Bookmarks' });
    await user.type(search(), words);
    expect(titlesOf('All Bookmarks')).toEqual([title]);
  });

  it('is written to the URL after a debounce without a history entry', async () => {
    const user = userEvent.setup();
    show('/bookmarks?tab=articles');
    await screen.findByRole('region', { name: 'All Bookmarks' });
    const steps = window.history.length;
    await user.type(search(), 'numbers');
    expect(address()).toBe('/bookmarks?tab=articles');
    await waitFor(() => expect(address()).toBe('/bookmarks?tab=articles&search=numbers'));
    expect(window.history.length).toBe(steps);
    expect(server.requestsOf(bookmarks.list)).toHaveLength(1);
  });

  it('keeps the typed text when a tab is selected before the debounce ends', async () => {
    const user = userEvent.setup();
    show();
    await screen.findByRole('region', { name: 'All Bookmarks' });
    await user.type(search(), 'a ');
    await user.click(screen.getByRole('tab', { name: 'Tools' }));
    await waitFor(() => expect(address()).toBe('/bookmarks?tab=tools&search=a'));
    expect(search()).toHaveValue('a ');
    expect(titlesOf('All Bookmarks')).toEqual(['A profiler']);
  });

  it('is read from the URL, and shows that nothing matches', async () => {
    const user = userEvent.setup();
    show('/bookmarks?tab=tools&search=latency');
    expect(await screen.findByRole('heading', { name: 'No bookmarks found' })).toBeVisible();
    expect(search()).toHaveValue('latency');
    expect(screen.getByText('Nothing in Tools matches “latency”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all bookmarks' }));
    expect(titlesOf('All Bookmarks')).toHaveLength(all.length);
    await waitFor(() => expect(address()).toBe('/bookmarks'));
    expect(search()).toHaveValue('');
  });
});

it('shows an empty state without bookmarks', async () => {
  show('/bookmarks', []);
  expect(await screen.findByRole('heading', { name: 'No bookmarks found' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show all bookmarks' })).not.toBeInTheDocument();
});

it('announces that bookmarks are loading', async () => {
  let answer = () => {};
  server.on(bookmarks.list, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { json: { items: all } };
  });
  renderPage(<BookmarksPage />, '/bookmarks');
  expect(screen.getByText('Loading bookmarks')).toBeInTheDocument();
  await waitFor(() => expect(server.requestsOf(bookmarks.list)).toHaveLength(1));
  answer();
  await screen.findByRole('region', { name: 'All Bookmarks' });
  expect(screen.queryByText('Loading bookmarks')).not.toBeInTheDocument();
});

it('shows an error with Retry if the bookmarks cannot be fetched', async () => {
  const user = userEvent.setup();
  server.on(bookmarks.list, () => {
    throw new ProblemError('internal');
  });
  renderPage(<BookmarksPage />, '/bookmarks');
  const words = await screen.findByRole('heading', { name: 'Failed to fetch bookmarks' });
  expect(words.closest('[role="alert"]')).toBeVisible();
  server.on(bookmarks.list, { json: { items: all } });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('region', { name: 'All Bookmarks' });
});

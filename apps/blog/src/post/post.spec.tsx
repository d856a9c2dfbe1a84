import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { comments } from '@docfolio/contracts/entities/comment';
import { posts } from '@docfolio/contracts/entities/post';
import { dismissToast } from '@docfolio/ui/runtime';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderPage } from '../../test/render-page.js';
import { items, page, samplePost, wholePost } from '../../test/samples.js';
import BlogRoutes from '../routes.js';

let server: FixtureServer;
let logged: jest.SpyInstance;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  server.on(posts.read, ({ path }) => {
    const n = /^\/posts\/post-(\d)$/.exec(path)?.[1];
    if (!n) throw new ProblemError('not_found');
    return { json: wholePost(Number(n)) };
  });
  server.on(posts.list, page([samplePost(1)]));
  server.on(posts.categories, items([]));
  server.on(posts.related, items([samplePost(4), samplePost(5), samplePost(6)]));
  server.on(posts.neighbours, { json: { previous: samplePost(2), next: samplePost(3) } });
  server.on(comments.list, items([]));
});
afterEach(() => {
  act(() => dismissToast());
  server.reset();
  logged.mockRestore();
});
afterAll(() => server.stop());

const open = (path = '/blog/post-1') => renderPage(<BlogRoutes />, path);
const title = (n: number) => screen.findByRole('heading', { level: 1, name: `Post number ${n}` });
const contents = () => screen.getAllByRole('navigation', { name: 'On this page' })[0]!;

describe('a post', () => {
  it('shows breadcrumb, title, excerpt and facts', async () => {
    open();
    expect(await title(1)).toBeVisible();
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(crumbs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Blog', '/blog'],
      ['Architecture', '/blog?category=Architecture'],
    ]);
    expect(crumbs.getByText('Post number 1')).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/blog');
    expect(screen.getByText('What number 1 is about.')).toBeVisible();
    expect(screen.getByText('August 12, 2025')).toHaveAttribute('datetime', '2025-08-12T23:30:00.000Z');
    expect(screen.getByText('8 min read')).toBeVisible();
    expect(screen.getByRole('link', { name: '2 comments' })).toHaveAttribute('href', '/blog/post-1#comments');
    expect(within(screen.getAllByRole('list', { name: 'Tags' })[0]!).getAllByRole('listitem')).toHaveLength(2);
    expect(document.title).toMatch(/^Post number 1 · /);
    expect(logged).not.toHaveBeenCalled();
  });

  it('shows its author and the neighbouring posts', async () => {
    open();
    await title(1);
    const author = within(screen.getByRole('region', { name: 'Author' }));
    expect(author.getByText('Alex Morgan')).toBeVisible();
    expect(author.getByText(/Senior software engineer/)).toBeVisible();
    const previous = await screen.findByRole('link', { name: 'Previous Post number 2' });
    expect(previous).toHaveAttribute('href', '/blog/post-2');
    expect(screen.getByRole('link', { name: 'Next Post number 3' })).toHaveAttribute('href', '/blog/post-3');
  });

  it('of another author does not show the owner’s text', async () => {
    server.on(posts.read, { json: wholePost(1, { author_name: 'Jane van Doe' }) });
    open();
    await title(1);
    const author = within(screen.getByRole('region', { name: 'Author' }));
    expect(author.getByText('jd')).toBeInTheDocument();
    expect(author.queryByText(/Senior/)).not.toBeInTheDocument();
  });

  it('shows two of three related posts', async () => {
    open();
    const related = within(await screen.findByRole('region', { name: 'Related articles' }));
    expect(related.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/blog/post-4',
      '/blog/post-5',
    ]);
  });

  it('is shown without its optional parts, whose failure is logged', async () => {
    for (const operation of [posts.related, posts.neighbours])
      server.on(operation, () => {
        throw new ProblemError('unavailable');
      });
    open();
    await title(1);
    await waitFor(() => expect(logged).toHaveBeenCalledTimes(2));
    expect(logged.mock.calls.map(([words]) => words).sort()).toEqual([
      'The neighbouring posts could not be loaded',
      'The related posts could not be loaded',
    ]);
    expect(screen.queryByRole('region', { name: 'Related articles' })).not.toBeInTheDocument();
  });

  it('follows links to posts and pages of the site without a page load', async () => {
    const user = userEvent.setup();
    open();
    await title(1);
    await user.click(await screen.findByRole('link', { name: 'Previous Post number 2' }));
    expect(await title(2)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'More of it' }));
    expect(window.location.pathname + window.location.search).toBe('/blog?category=AI');
    expect(await screen.findByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
  });
});

describe('the contents', () => {
  it('link the sections and mark the current one', async () => {
    const user = userEvent.setup();
    open();
    await title(1);
    const links = within(contents()).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Claim, act, settle', 'When to forget', 'Comments']);
    // jsdom has no layout.
    const scrollSections = (...tops: number[]) => {
      ['claim-act-settle', 'when-to-forget', 'comments'].forEach((id, place) => {
        document.getElementById(id)!.getBoundingClientRect = () => ({ top: tops[place] }) as DOMRect;
      });
      act(() => void window.dispatchEvent(new Event('scroll')));
    };
    scrollSections(500, 900, 1_500);
    await waitFor(() => expect(links[0]).toHaveAttribute('aria-current', 'location'));
    scrollSections(-400, 80, 900);
    await waitFor(() => expect(links[1]).toHaveAttribute('aria-current', 'location'));
    expect(links[0]).not.toHaveAttribute('aria-current');
    await user.click(links[2]!);
    expect(window.location.hash).toBe('#comments');
  });
});

describe('while scrolling, a post', () => {
  const scrollTo = (y: number) => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: y });
    act(() => void window.dispatchEvent(new Event('scroll')));
  };
  afterEach(() => scrollTo(0));

  it('offers a link to the top after 300 px', async () => {
    const user = userEvent.setup();
    const gone = jest.spyOn(window, 'scrollTo');
    open();
    await title(1);
    scrollTo(300);
    expect(screen.queryByRole('button', { name: 'Back to top' })).not.toBeInTheDocument();
    scrollTo(301);
    await user.click(await screen.findByRole('button', { name: 'Back to top' }));
    expect(gone).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
    gone.mockRestore();
  });

  it('shows the reading progress', async () => {
    open();
    await title(1);
    const bar = document.querySelector<HTMLElement>('[data-reading-progress]')!;
    const text = screen.getByText(/Treat the key/).closest<HTMLElement>('.markdown')!.parentElement!;
    // 2,000 px of text below 400 px of header, in a window of 768 px.
    text.getBoundingClientRect = () => ({ bottom: 2_400 - window.scrollY }) as DOMRect;
    scrollTo(816);
    await waitFor(() => expect(bar.style.transform).toBe('scaleX(0.5)'));
    scrollTo(9_000);
    await waitFor(() => expect(bar.style.transform).toBe('scaleX(1)'));
  });
});

describe('a post that is not there', () => {
  it('shows a skeleton while loading', async () => {
    let answer = () => {};
    server.on(posts.read, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { json: wholePost(1) };
    });
    open();
    expect(screen.getByText('Loading the post')).toBeInTheDocument();
    await waitFor(() => expect(server.requestsOf(posts.read)).toHaveLength(1));
    answer();
    expect(await title(1)).toBeVisible();
  });

  it.each(['not_found', 'validation_failed'] as const)('redirects to the list with a notice (%s)', async (code) => {
    server.on(posts.read, () => {
      throw new ProblemError(code);
    });
    const before = window.history.length;
    open('/blog/nothing-here');
    expect(await screen.findByText(/That post isn’t here any more/)).toBeVisible();
    expect(window.location.pathname).toBe('/blog');
    expect(window.history.length).toBe(before);
    expect(await screen.findByRole('link', { name: 'Post number 1' })).toBeVisible();
    expect(logged).toHaveBeenCalledWith('The post could not be loaded', expect.anything());
  });

  it('is shown at its new URL after one request if it has moved', async () => {
    server.on(posts.read, { json: wholePost(1, { slug: 'a-better-name' }) });
    open('/blog/post-1#comments');
    expect(await title(1)).toBeVisible();
    await waitFor(() => expect(window.location.pathname + window.location.hash).toBe('/blog/a-better-name#comments'));
    expect(server.requestsOf(posts.read)).toHaveLength(1);
  });

  it.each([
    ['internal', 'Something went wrong on the server.'],
    ['unavailable', 'The server is unavailable right now.'],
    ['rate_limited', 'Too many requests. Wait a moment before you try again.'],
  ] as const)('redirects to the list after an error (%s), with a toast that says why', async (code, reason) => {
    server.on(posts.read, () => {
      throw new ProblemError(code);
    });
    const user = userEvent.setup();
    const before = window.history.length;
    open('/blog/post-1#comments');
    expect(await screen.findByRole('link', { name: 'Post number 1' })).toBeVisible();
    expect(window.location.pathname + window.location.hash).toBe('/blog');
    expect(window.history.length).toBe(before);
    expect(screen.getByRole('alert')).toHaveTextContent(`Failed to load this post${reason}`);
    expect(screen.queryByText(/That post isn’t here any more/)).not.toBeInTheDocument();
    expect(logged).toHaveBeenCalledWith('The post could not be loaded', expect.anything());
    server.on(posts.read, { json: wholePost(1) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await title(1)).toBeVisible();
    expect(window.location.pathname + window.location.hash).toBe('/blog/post-1#comments');
  });

  it('shows that the browser is offline', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    server.on(posts.read, () => {
      throw new ProblemError('unavailable');
    });
    open();
    expect(await screen.findByText('You seem to be offline.')).toBeVisible();
    expect(window.location.pathname).toBe('/blog');
    onLine.mockRestore();
  });

  it('stays on the page when a post that is cached cannot be refetched', async () => {
    const { client } = open();
    await title(1);
    server.on(posts.read, () => {
      throw new ProblemError('internal');
    });
    await client.refetchQueries({ queryKey: ['GET /posts/:slug'] });
    expect(await title(1)).toBeVisible();
    expect(window.location.pathname).toBe('/blog/post-1');
    expect(screen.queryByText('Failed to load this post')).not.toBeInTheDocument();
  });
});

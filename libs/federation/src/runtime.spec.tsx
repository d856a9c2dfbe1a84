import '@testing-library/jest-dom';
import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { loadTimeout, Remote, RoutesProvider, registerTable, useMissingParts } from './runtime.js';

/** What stands at a remote's address: its manifest, and the container that its entry would define. */
interface Site {
  manifest: () => Promise<Response>;
  routes: () => Promise<{ default: ComponentType }>;
}

const sites = new Map<string, Site>();
const manifest = (name: string) =>
  new Response(
    JSON.stringify({ metaData: { globalName: `docfolio_${name}`, remoteEntry: { name: 'remoteEntry.js', path: '' } } }),
  );

/** A remote that answers with a page of these words; parts of it may be replaced. */
function serve(name: string, words: string, changes: Partial<Site> = {}) {
  sites.set(name, {
    manifest: async () => manifest(name),
    routes: async () => ({ default: () => <h1>{words}</h1> }),
    ...changes,
  });
}

const nobody = () => Promise.reject(new TypeError('Failed to fetch'));
const silence = () => new Promise<never>(() => {});
const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
jest.spyOn(console, 'warn').mockImplementation(() => {});

beforeAll(() => {
  // The network: the manifest's address, and in the place of script tags the federation's own hook for entries.
  globalThis.fetch = (input) => {
    const [, name] = /\/remotes\/(\w+)\/mf-manifest\.json$/.exec(String(input)) ?? [];
    return sites.get(String(name))?.manifest() ?? nobody();
  };
  bundlerRuntime.runtime!.init({
    name: 'shell',
    remotes: [],
    plugins: [
      {
        name: 'containers',
        loadEntry: async ({ remoteInfo }) => {
          const site = sites.get(remoteInfo.name)!;
          return { init: () => {}, get: async () => site.routes().then((routes) => () => routes) } as never;
        },
      },
    ],
  });
});
beforeEach(() => {
  sites.clear();
  registerTable({ site: '/remotes/site/', blog: '/remotes/blog/' });
  logged.mockClear();
});
afterEach(() => jest.useRealTimers());

function Page() {
  const [path, setPath] = useState('/blog');
  const missing = useMissingParts();
  const name = path === '/blog' ? 'blog' : 'site';
  return (
    <>
      <nav>
        <button type="button" onClick={() => setPath('/blog')}>
          Blog
        </button>
        <button type="button" onClick={() => setPath('/contact')}>
          Contact
        </button>
        <output>{[...missing].join()}</output>
      </nav>
      <Remote key={name} name={name} label={name === 'blog' ? 'Blog' : 'Contact'} path={path} />
    </>
  );
}

const nav = () => within(screen.getByRole('navigation'));
const go = (name: string) => fireEvent.click(nav().getByRole('button', { name }));
const retry = () => fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
const hole = () => screen.findByRole('heading', { name: 'Blog could not be loaded' });

it('draws a remote inside the scope of its styles', async () => {
  serve('blog', 'All posts');
  render(<Page />);
  const heading = await screen.findByRole('heading', { name: 'All posts' });
  expect(heading.closest('[data-mf]')).toHaveAttribute('data-mf', 'blog');
});

describe.each<[string, Partial<Site>, string]>([
  ['is not reachable', { manifest: nobody }, 'it could not be reached'],
  ['answers 404', { manifest: async () => new Response('no', { status: 404 }) }, 'mf-manifest.json answered 404'],
  ['answers with something else', { manifest: async () => new Response('<html>') }, 'it failed while starting'],
  ['throws while it loads', { routes: async () => Promise.reject(new Error('broken')) }, 'it failed while starting'],
  ['exports no component', { routes: async () => ({}) as never }, 'it failed while starting'],
  [
    'throws while it draws',
    {
      routes: async () => ({
        default: () => {
          throw new Error('drawn wrongly');
        },
      }),
    },
    'drawn wrongly',
  ],
])('a remote that %s', (_case, fault, reason) => {
  it('leaves a hole that names it, and the rest goes on', async () => {
    serve('blog', 'All posts', fault);
    serve('site', 'Write to me');
    render(<Page />);
    expect(await hole()).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    expect(nav().getByRole('status')).toHaveTextContent('blog');
    go('Contact');
    expect(await screen.findByRole('heading', { name: 'Write to me' })).toBeVisible();
    expect(nav().getByRole('status')).toBeEmptyDOMElement();
  });

  it('comes back by Retry once it is well', async () => {
    serve('blog', 'All posts', fault);
    serve('site', 'Write to me');
    render(<Page />);
    await hole();
    retry();
    expect(await hole()).toBeVisible();
    serve('blog', 'All posts');
    retry();
    expect(await screen.findByRole('heading', { name: 'All posts' })).toBeVisible();
  });
});

it('is asked for again by who comes back to its page', async () => {
  serve('blog', 'All posts', { manifest: nobody });
  serve('site', 'Write to me');
  render(<Page />);
  await hole();
  go('Contact');
  await screen.findByRole('heading', { name: 'Write to me' });
  serve('blog', 'All posts');
  go('Blog');
  expect(await screen.findByRole('heading', { name: 'All posts' })).toBeVisible();
});

it('takes a new build on Retry, not what it loaded before', async () => {
  serve('blog', '', {
    routes: async () => ({
      default: () => {
        throw new Error('an old mistake');
      },
    }),
  });
  render(<Page />);
  await hole();
  serve('blog', 'The new build');
  retry();
  expect(await screen.findByRole('heading', { name: 'The new build' })).toBeVisible();
});

describe('a remote that is slow', () => {
  it('counts as missing after 8 s, and not before', async () => {
    jest.useFakeTimers();
    serve('blog', 'All posts', { manifest: silence });
    render(<Page />);
    await act(() => jest.advanceTimersByTimeAsync(loadTimeout - 10));
    expect(screen.getByText('Loading Blog')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(screen.getByRole('heading', { name: 'Blog could not be loaded' })).toBeVisible();
    expect(screen.getByText('no answer in 8 s')).toBeVisible();
  });

  it('is shown when it arrives after all', async () => {
    jest.useFakeTimers();
    let arrive = () => {};
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    serve('blog', '', { routes: () => late.then(() => ({ default: () => <h1>Late, but here</h1> })) });
    render(<Page />);
    await act(() => jest.advanceTimersByTimeAsync(loadTimeout + 10));
    expect(screen.getByRole('heading', { name: 'Blog could not be loaded' })).toBeVisible();
    arrive();
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(screen.getByRole('heading', { name: 'Late, but here' })).toBeVisible();
  });
});

it('names a remote that is in no table', async () => {
  registerTable({ site: '/remotes/site/' });
  render(<Page />);
  expect(await hole()).toBeVisible();
  expect(screen.getByText('not in the table of remotes')).toBeVisible();
});

describe('what a server has drawn', () => {
  const onServer = () =>
    renderToString(
      <RoutesProvider routes={{ blog: () => <h1>All posts</h1> }}>
        <Page />
      </RoutesProvider>,
    );
  let root: Root | undefined;
  let arrive: () => void;
  const complaints: unknown[] = [];

  /** The page as the server drew it, taken over while the remote's files are still on their way. */
  async function takeOver() {
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    serve('blog', '', { routes: () => late.then(() => ({ default: () => <h1>All posts</h1> })) });
    const container = document.createElement('div');
    container.innerHTML = onServer();
    document.body.append(container);
    await act(async () => {
      root = hydrateRoot(container, <Page />, { onRecoverableError: (error) => complaints.push(error) });
    });
    return screen.getByRole('heading', { name: 'All posts' });
  }
  afterEach(async () => {
    await act(async () => root?.unmount());
    document.body.replaceChildren();
    complaints.length = 0;
  });

  it('stays until the remote is there, and is taken over as it is', async () => {
    const drawn = await takeOver();
    expect(screen.queryByRole('status', { name: /Loading/ })).not.toBeInTheDocument();
    await act(async () => arrive());
    expect(screen.getByRole('heading', { name: 'All posts' })).toBe(drawn);
    go('Contact');
    expect(drawn).not.toBeInTheDocument();
    expect([...complaints, ...logged.mock.calls]).toEqual([]);
  });
});

it('takes away a stylesheet that did not come, and keeps the one that did, until Retry', async () => {
  const styles = ['/remotes/news/whole.css', '/remotes/news/broken.css'].map((href) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    Object.defineProperty(link, 'sheet', { value: href.includes('whole') ? {} : null });
    document.head.append(link);
    return link;
  });
  registerTable({ news: '/remotes/news/' });
  serve('news', 'The news', { routes: nobody });
  render(<Remote name="news" label="News" path="/news" />);
  await screen.findByRole('heading', { name: 'News could not be loaded' });
  expect(styles.map((link) => link.isConnected)).toEqual([true, false]);
  retry();
  await screen.findByRole('heading', { name: 'News could not be loaded' });
  expect(styles.map((link) => link.isConnected)).toEqual([false, false]);
});

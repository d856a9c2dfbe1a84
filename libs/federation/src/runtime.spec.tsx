import '@testing-library/jest-dom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import {
  loadTimeout,
  observeBuilds,
  preloadRemote,
  Remote,
  RoutesProvider,
  registerTable,
  useMissingParts,
} from './runtime.js';
import { defineShareScope, runEntries } from './testing/share-scope.js';

/** A deployed remote: its manifest, and the routes that its entry would expose. */
interface Deployment {
  manifest: () => Promise<Response>;
  routes: () => Promise<{ default: ComponentType }>;
}

const deployments = new Map<string, Deployment>();
const manifest = (name: string) =>
  new Response(
    JSON.stringify({ metaData: { globalName: `docfolio_${name}`, remoteEntry: { name: 'remoteEntry.js', path: '' } } }),
  );

/** Deploys a remote whose page has this heading; `changes` replaces parts of it. */
function deploy(name: string, heading: string, changes: Partial<Deployment> = {}) {
  deployments.set(name, {
    manifest: async () => manifest(name),
    routes: async () => ({ default: () => <h1>{heading}</h1> }),
    ...changes,
  });
}

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
const noResponse = () => new Promise<never>(() => {});
const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
jest.spyOn(console, 'warn').mockImplementation(() => {});

beforeAll(() => {
  // Replaces the network: `fetch` for manifests, and the document for entries.
  globalThis.fetch = (input) => {
    const [, name] = /\/remotes\/(\w+)\/mf-manifest\.json$/.exec(String(input)) ?? [];
    return deployments.get(String(name))?.manifest() ?? unreachable();
  };
  defineShareScope();
  runEntries((name) => deployments.get(name)!.routes());
});
beforeEach(() => {
  deployments.clear();
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
const errorState = () => screen.findByRole('heading', { name: 'Blog could not be loaded' });

it('renders a remote inside the scope of its styles', async () => {
  deploy('blog', 'All posts');
  render(<Page />);
  const heading = await screen.findByRole('heading', { name: 'All posts' });
  expect(heading.closest('[data-mf]')).toHaveAttribute('data-mf', 'blog');
});

describe('a preloaded remote', () => {
  it('is part of the first render', async () => {
    deploy('blog', 'All posts');
    await preloadRemote('blog');
    render(<Page />);
    expect(screen.getByRole('heading', { name: 'All posts' })).toBeVisible();
  });

  it('that fails to load shows an error state, and Retry loads it again', async () => {
    deploy('blog', 'All posts', { manifest: unreachable });
    await preloadRemote('blog');
    render(<Page />);
    expect(await errorState()).toBeVisible();
    deploy('blog', 'All posts');
    retry();
    expect(await screen.findByRole('heading', { name: 'All posts' })).toBeVisible();
  });

  it('that is slow does not delay the first render for longer than its spinner, and appears later', async () => {
    jest.useFakeTimers();
    let arrive = () => {};
    deploy('blog', 'All posts', {
      routes: () => new Promise((resolve) => (arrive = () => resolve({ default: () => <h1>All posts</h1> }))),
    });
    const preload = preloadRemote('blog');
    await jest.advanceTimersByTimeAsync(250);
    await preload;
    render(<Page />);
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    await act(async () => {
      arrive();
      await jest.advanceTimersByTimeAsync(1000);
    });
    expect(screen.getByRole('heading', { name: 'All posts' })).toBeVisible();
  });
});

describe.each<[string, Partial<Deployment>, string]>([
  ['is not reachable', { manifest: unreachable }, 'it could not be reached'],
  ['returns 404', { manifest: async () => new Response('no', { status: 404 }) }, 'mf-manifest.json returned 404'],
  [
    'returns something other than a manifest',
    { manifest: async () => new Response('<html>') },
    'it failed while starting',
  ],
  ['throws while loading', { routes: async () => Promise.reject(new Error('broken')) }, 'it failed while starting'],
  ['exports no component', { routes: async () => ({}) as never }, 'it failed while starting'],
  [
    'throws while rendering',
    {
      routes: async () => ({
        default: () => {
          throw new Error('render error');
        },
      }),
    },
    'render error',
  ],
])('a remote that %s', (_case, fault, reason) => {
  it('names the failed remote in its place and keeps other remotes working', async () => {
    deploy('blog', 'All posts', fault);
    deploy('site', 'Write to me');
    render(<Page />);
    expect(await errorState()).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    await waitFor(() => expect(nav().getByRole('status')).toHaveTextContent('blog'));
    go('Contact');
    expect(await screen.findByRole('heading', { name: 'Write to me' })).toBeVisible();
    await waitFor(() => expect(nav().getByRole('status')).toBeEmptyDOMElement());
  });

  it('is rendered after Retry once it works again', async () => {
    deploy('blog', 'All posts', fault);
    deploy('site', 'Write to me');
    render(<Page />);
    await errorState();
    retry();
    expect(await errorState()).toBeVisible();
    deploy('blog', 'All posts');
    retry();
    expect(await screen.findByRole('heading', { name: 'All posts' })).toBeVisible();
  });
});

it('loads a failed remote again when the visitor navigates back to its page', async () => {
  deploy('blog', 'All posts', { manifest: unreachable });
  deploy('site', 'Write to me');
  render(<Page />);
  await errorState();
  go('Contact');
  await screen.findByRole('heading', { name: 'Write to me' });
  deploy('blog', 'All posts');
  go('Blog');
  expect(await screen.findByRole('heading', { name: 'All posts' })).toBeVisible();
});

it('loads the new build of a remote on Retry', async () => {
  deploy('blog', '', {
    routes: async () => ({
      default: () => {
        throw new Error('a bug in the old build');
      },
    }),
  });
  render(<Page />);
  await errorState();
  deploy('blog', 'The new build');
  retry();
  expect(await screen.findByRole('heading', { name: 'The new build' })).toBeVisible();
});

describe('a remote that is slow', () => {
  it('is reported as failed after 8 s and not before', async () => {
    jest.useFakeTimers();
    deploy('blog', 'All posts', { manifest: noResponse });
    render(<Page />);
    await act(() => jest.advanceTimersByTimeAsync(loadTimeout - 10));
    expect(screen.getByText('Loading Blog')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(20));
    expect(screen.getByRole('heading', { name: 'Blog could not be loaded' })).toBeVisible();
    expect(screen.getByText('no response within 8 s')).toBeVisible();
  });

  it('is shown when it loads after its deadline', async () => {
    jest.useFakeTimers();
    let arrive = () => {};
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    deploy('blog', '', { routes: () => late.then(() => ({ default: () => <h1>Late, but here</h1> })) });
    render(<Page />);
    await act(() => jest.advanceTimersByTimeAsync(loadTimeout + 10));
    expect(screen.getByRole('heading', { name: 'Blog could not be loaded' })).toBeVisible();
    arrive();
    await act(() => jest.advanceTimersByTimeAsync(10));
    expect(screen.getByRole('heading', { name: 'Late, but here' })).toBeVisible();
  });
});

it('names a remote that is not in the table of remotes', async () => {
  registerTable({ site: '/remotes/site/' });
  render(<Page />);
  expect(await errorState()).toBeVisible();
  expect(screen.getByText('not in the table of remotes')).toBeVisible();
});

describe('a server-rendered page', () => {
  const onServer = () =>
    renderToString(
      <RoutesProvider routes={{ blog: () => <h1>All posts</h1> }}>
        <Page />
      </RoutesProvider>,
    );
  let root: Root | undefined;
  let arrive: () => void;
  const hydrationErrors: unknown[] = [];

  /** Hydrates the server-rendered page while the remote is still loading. */
  async function hydratePage() {
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    deploy('blog', '', { routes: () => late.then(() => ({ default: () => <h1>All posts</h1> })) });
    const container = document.createElement('div');
    container.innerHTML = onServer();
    document.body.append(container);
    await act(async () => {
      root = hydrateRoot(container, <Page />, { onRecoverableError: (error) => hydrationErrors.push(error) });
    });
    return screen.getByRole('heading', { name: 'All posts' });
  }
  afterEach(async () => {
    await act(async () => root?.unmount());
    document.body.replaceChildren();
    hydrationErrors.length = 0;
  });

  it('stays visible while the remote loads and is hydrated without changes', async () => {
    const rendered = await hydratePage();
    expect(screen.queryByRole('status', { name: /Loading/ })).not.toBeInTheDocument();
    await act(async () => arrive());
    expect(screen.getByRole('heading', { name: 'All posts' })).toBe(rendered);
    go('Contact');
    expect(rendered).not.toBeInTheDocument();
    expect([...hydrationErrors, ...logged.mock.calls]).toEqual([]);
  });
});

it('removes a failed stylesheet immediately and a loaded one only on Retry', async () => {
  const styles = ['/remotes/news/whole.css', '/remotes/news/broken.css'].map((href) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    Object.defineProperty(link, 'sheet', { value: href.includes('whole') ? {} : null });
    document.head.append(link);
    return link;
  });
  registerTable({ news: '/remotes/news/' });
  deploy('news', 'The news', { routes: unreachable });
  render(<Remote name="news" label="News" path="/news" />);
  await screen.findByRole('heading', { name: 'News could not be loaded' });
  expect(styles.map((link) => link.isConnected)).toEqual([true, false]);
  retry();
  await screen.findByRole('heading', { name: 'News could not be loaded' });
  expect(styles.map((link) => link.isConnected)).toEqual([false, false]);
});

describe('a deployed build', () => {
  const folder = '/remotes/blog/aaaaaaa-11111111/';
  const build = { build: 'aaaaaaa-11111111', folder, entry: 'remoteEntry.js', globalName: 'docfolio_blog' };
  /** The page of the deployed build, then that of the delivered one. */
  const renders: (() => ReactNode)[] = [];

  beforeEach(() => {
    sessionStorage.clear();
    renders.length = 0;
    const routes = async () => {
      const Routes = renders.shift()!;
      return { default: () => Routes() };
    };
    deploy('blog', '', { routes });
    registerTable({ blog: { ...build, integrity: 'sha384-x', fallback: '/remotes/blog/' } });
  });

  it('that throws before its first render is replaced by its fallback and reported', async () => {
    const failures: object[] = [];
    observeBuilds({
      rendered: () => {},
      failed: (remote, failed, reason) => failures.push({ remote, build: failed.build, reason }),
    });
    const broken = () => {
      throw new Error('a bug that names somebody@example.com');
    };
    renders.push(broken, () => <h1>The last good build</h1>);
    render(<Page />);
    expect(await screen.findByRole('heading', { name: 'The last good build' })).toBeVisible();
    expect(failures).toEqual([{ remote: 'blog', build: build.build, reason: 'it failed before its first render' }]);
  });

  it('that throws after it was rendered stays, with an error state', async () => {
    renders.push(Fragile, () => <h1>The last good build</h1>);
    render(<Page />);
    fireEvent.click(await screen.findByRole('button', { name: 'Break' }));
    expect(await errorState()).toBeVisible();
    expect(renders).toHaveLength(1);
  });
});

function Fragile() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('broken by a click');
  return (
    <button type="button" onClick={() => setBroken(true)}>
      Break
    </button>
  );
}

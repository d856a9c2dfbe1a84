import { observeBuilds } from './failed-builds.js';
import {
  forget,
  loadRoutes,
  loadTimeout,
  RemoteLoadError,
  type RoutesModule,
  setRemoteTable,
} from './remote-loader.js';
import type { RemoteLocation } from './remote-table.js';
import { defineShareScope } from './testing/share-scope.js';

/** Files of the deployed remotes by path. An entry is a script; a file that is absent returns 404. */
const files = new Map<string, string | (() => void)>();
/** Paths of all requests, in order. */
const requests: string[] = [];
/** Paths whose responses never arrive, until `release`. */
const silent = new Map<string, () => void>();

const manifestOf = (name: string, entry = 'remoteEntry.1.js') =>
  JSON.stringify({ metaData: { globalName: `docfolio_${name}`, remoteEntry: { name: entry, path: '' } } });

/** Returns an entry that exposes these routes, in the form that the build writes. */
const entryOf = (name: string, routes: () => Promise<unknown>) => () => {
  Reflect.set(globalThis, `docfolio_${name}`, {
    init: () => {},
    get: async () => routes().then((module) => () => module),
  });
};

function deploy(name: string, routes: () => Promise<unknown>, entry = 'remoteEntry.1.js') {
  files.set(`/remotes/${name}/mf-manifest.json`, manifestOf(name, entry));
  files.set(`/remotes/${name}/${entry}`, entryOf(name, routes));
}

const routes = (heading: string) => ({ default: () => heading });
/** Returns the heading of the loaded routes. */
const headingOf = ({ default: Page }: RoutesModule): string => (Page as () => string)();
const requestsOf = (part: string) => requests.filter((path) => path.includes(part));
const pathOf = (address: string) => new URL(address, location.href).pathname;

async function arrival(path: string): Promise<void> {
  requests.push(path);
  if (!silent.has(path)) return;
  await new Promise<void>((resolve) => silent.set(path, resolve));
}

/** Runs a script as a browser does after it was inserted into the document. */
async function runScript(script: HTMLScriptElement): Promise<void> {
  const path = pathOf(script.src);
  await arrival(path);
  const run = files.get(path);
  if (typeof run !== 'function') return void script.dispatchEvent(new Event('error'));
  run();
  script.dispatchEvent(new Event('load'));
}

beforeAll(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  jest.spyOn(console, 'error').mockImplementation(() => {});
  globalThis.fetch = async (input) => {
    const path = pathOf(String(input));
    await arrival(path);
    const body = files.get(path);
    return typeof body === 'string' ? new Response(body) : new Response('absent', { status: 404 });
  };
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLScriptElement && node.src) void runScript(node);
    }
  }).observe(document, { childList: true, subtree: true });
  defineShareScope();
});

let name: string;
let count = 0;
beforeEach(() => {
  // Failed builds are remembered for the life of the page.
  count += 1;
  name = `remote${count}`;
  files.clear();
  silent.clear();
  requests.length = 0;
  setRemoteTable({ [name]: `/remotes/${name}/`, other: '/remotes/other/' });
});
afterEach(() => jest.useRealTimers());

const failure = (load: Promise<unknown>): Promise<RemoteLoadError> =>
  load.then(
    () => {
      throw new Error('the remote loaded');
    },
    (error) => error,
  );

it('loads manifest and entry of a remote once for parallel and repeated loads', async () => {
  const module = routes(name);
  deploy(name, async () => module);
  const [one, two] = await Promise.all([loadRoutes(name), loadRoutes(name)]);
  expect(one).toBe(two);
  expect(one.default).toBe(module.default);
  expect(await loadRoutes(name)).toBe(one);
  expect(requests).toEqual([`/remotes/${name}/mf-manifest.json`, `/remotes/${name}/remoteEntry.1.js`]);
});

it('loads two remotes in parallel and fails only the broken one', async () => {
  deploy(name, async () => routes(name));
  const [loaded, failed] = await Promise.allSettled([loadRoutes(name), loadRoutes('other')]);
  expect(loaded.status).toBe('fulfilled');
  expect(failed).toMatchObject({ reason: { remote: 'other', message: 'mf-manifest.json returned 404' } });
});

it('fails after four attempts when the entry is missing', async () => {
  files.set(`/remotes/${name}/mf-manifest.json`, manifestOf(name));
  const error = await failure(loadRoutes(name));
  expect(error).toBeInstanceOf(RemoteLoadError);
  expect(error.message).toBe('one of its files did not load');
  expect(requestsOf('mf-manifest.json')).toHaveLength(4);
});

it('loads the new build when a deployment replaces the entry after its manifest was read', async () => {
  // The old manifest names an entry with another hash, which the deployment has removed.
  const read = new Promise<void>((resolve) => {
    const old = manifestOf(name, 'remoteEntry.old.js');
    const { fetch } = globalThis;
    globalThis.fetch = async () => {
      globalThis.fetch = fetch;
      resolve();
      return new Response(old);
    };
  });
  deploy(name, async () => routes('the new build'), 'remoteEntry.new.js');
  const loaded = await loadRoutes(name);
  await read;
  expect(headingOf(loaded)).toBe('the new build');
  expect(requestsOf('remoteEntry')).toContain(`/remotes/${name}/remoteEntry.old.js`);
});

it('fails when the entry runs but provides no remote', async () => {
  files.set(`/remotes/${name}/mf-manifest.json`, manifestOf(name));
  files.set(`/remotes/${name}/remoteEntry.1.js`, () => {});
  const error = await failure(loadRoutes(name));
  expect(error).toMatchObject({ remote: name, message: 'its entry failed while starting' });
});

it('retries a chunk that failed to load', async () => {
  let attempts = 0;
  deploy(name, async () => {
    attempts += 1;
    if (attempts < 3) throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
    return routes(name);
  });
  expect(headingOf(await loadRoutes(name))).toBe(name);
  expect(attempts).toBe(3);
});

it('does not retry a remote whose code throws', async () => {
  const load = jest.fn(() => Promise.reject(new Error('a bug')));
  deploy(name, load);
  expect(await failure(loadRoutes(name))).toMatchObject({ message: 'it failed while starting' });
  expect(load).toHaveBeenCalledTimes(1);
});

it('starts over with a new manifest after a failure', async () => {
  expect(await failure(loadRoutes(name))).toMatchObject({ message: 'mf-manifest.json returned 404' });
  deploy(name, async () => routes('repaired'));
  expect(headingOf(await loadRoutes(name))).toBe('repaired');
});

it('reads the manifest again and uses another entry after the remote was forgotten', async () => {
  deploy(name, async () => routes('first build'));
  await loadRoutes(name);
  deploy(name, async () => routes('second build'), 'remoteEntry.2.js');
  expect(headingOf(await loadRoutes(name))).toBe('first build');
  forget(name);
  expect(headingOf(await loadRoutes(name))).toBe('second build');
});

describe('an entry that hangs', () => {
  let manifest: string;
  let entry: string;
  /** Resolves with the error of the load, 8 s after its start; the manifest has arrived after 1 s. */
  async function hang(): Promise<RemoteLoadError> {
    jest.useFakeTimers();
    deploy(name, async () => routes(name));
    manifest = `/remotes/${name}/mf-manifest.json`;
    entry = `/remotes/${name}/remoteEntry.1.js`;
    for (const path of [manifest, entry]) silent.set(path, () => {});
    const failed = failure(loadRoutes(name));
    await jest.advanceTimersByTimeAsync(1_000);
    silent.get(manifest)?.();
    await jest.advanceTimersByTimeAsync(loadTimeout - 1_000);
    return failed;
  }

  it('fails the load after 8 s and provides the remote when it arrives', async () => {
    const error = await hang();
    expect(error.message).toBe('no response within 8 s');
    silent.get(entry)?.();
    await jest.advanceTimersByTimeAsync(10);
    await error.arrival;
    expect(headingOf(await loadRoutes(name))).toBe(name);
    expect(requests).toEqual([manifest, entry]);
  });

  it('fails the load without an unhandled rejection, and the next attempt loads the remote', async () => {
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    await hang();
    await jest.advanceTimersByTimeAsync(2 * loadTimeout);
    jest.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    silent.clear();
    expect(headingOf(await loadRoutes(name))).toBe(name);
  });
});

describe('a deployed build', () => {
  const current = 'aaaaaaa-11111111';
  const folderOf = (build: string) => `/remotes/${name}/${build}/`;
  const buildOf = (build: string, fallback?: RemoteLocation) => ({
    ...{ build, folder: folderOf(build), entry: 'remoteEntry.1.js', globalName: `docfolio_${name}` },
    ...{ integrity: `sha384-${build}`, fallback },
  });
  const entryPath = (build: string) => `${folderOf(build)}remoteEntry.1.js`;
  const previous = 'bbbbbbb-22222222';
  const publish = (build: string, module: () => Promise<unknown>) => files.set(entryPath(build), entryOf(name, module));
  const failures: object[] = [];

  beforeEach(() => {
    sessionStorage.clear();
    failures.length = 0;
    observeBuilds({
      rendered: () => {},
      failed: (remote, { build }, reason) => failures.push({ remote, build, reason }),
    });
    setRemoteTable({ [name]: buildOf(current, buildOf(previous)) });
  });

  it('is loaded without its manifest, with the attributes of its preload', async () => {
    const script = new Promise<HTMLScriptElement>((resolve) => {
      const observer = new MutationObserver((records) => {
        const [added] = records.flatMap(({ addedNodes }) => [...addedNodes]);
        observer.disconnect();
        resolve(added as HTMLScriptElement);
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    publish(current, async () => routes('current'));
    expect(headingOf(await loadRoutes(name))).toBe('current');
    expect(requests).toEqual([entryPath(current)]);
    expect(await script).toMatchObject({ integrity: `sha384-${current}`, crossOrigin: 'anonymous', async: true });
    expect(failures).toEqual([]);
  });

  it.each<[string, () => void, string]>([
    ['is missing', () => {}, 'one of its files did not load'],
    [
      'throws while starting',
      () => publish(current, () => Promise.reject(new Error('a bug'))),
      'it failed while starting',
    ],
    ['exports no component', () => publish(current, async () => ({})), 'it failed while starting'],
  ])('that %s is replaced by the last good build and reported', async (_case, arrange, reason) => {
    arrange();
    publish(previous, async () => routes('previous'));
    expect(headingOf(await loadRoutes(name))).toBe('previous');
    expect(failures).toEqual([{ remote: name, build: current, reason }]);
  });

  it('that hangs is replaced after 8 s, also when it arrives after all', async () => {
    jest.useFakeTimers();
    publish(current, async () => routes('current'));
    publish(previous, async () => routes('previous'));
    silent.set(entryPath(current), () => {});
    const loaded = loadRoutes(name);
    await jest.advanceTimersByTimeAsync(loadTimeout + 10);
    silent.get(entryPath(current))?.();
    await jest.advanceTimersByTimeAsync(10);
    expect(headingOf(await loaded)).toBe('previous');
    expect(headingOf(await loadRoutes(name))).toBe('previous');
    expect(failures).toMatchObject([{ build: current, reason: 'no response within 8 s' }]);
  });

  it('that failed is not tried again by the next page of the tab, but a newer one is', async () => {
    publish(previous, async () => routes('previous'));
    await loadRoutes(name);
    requests.length = 0;
    setRemoteTable({ [name]: buildOf(current, buildOf(previous)) });
    expect(headingOf(await loadRoutes(name))).toBe('previous');
    expect(requestsOf(current)).toEqual([]);
    const newer = 'ccccccc-33333333';
    publish(newer, async () => routes('newer'));
    setRemoteTable({ [name]: buildOf(newer, buildOf(previous)) });
    expect(headingOf(await loadRoutes(name))).toBe('newer');
  });

  it('falls back to the manifest of the delivered build when the last good build fails, too', async () => {
    setRemoteTable({ [name]: buildOf(current, buildOf(previous, `/remotes/${name}/`)) });
    deploy(name, async () => routes('delivered'));
    expect(headingOf(await loadRoutes(name))).toBe('delivered');
    expect(failures.map((failure) => (failure as { build: string }).build)).toEqual([current, previous]);
  });

  it('that was delivered with the web process is not loaded by its manifest when it hangs', async () => {
    jest.useFakeTimers();
    const { build: _id, ...delivered } = buildOf(current, `/remotes/${name}/`);
    setRemoteTable({ [name]: delivered });
    silent.set(entryPath(current), () => {});
    const failed = failure(loadRoutes(name));
    await jest.advanceTimersByTimeAsync(loadTimeout + 10);
    expect(await failed).toMatchObject({ message: 'no response within 8 s' });
    expect(requestsOf('mf-manifest.json')).toEqual([]);
  });

  it('fails with the reason of the last fallback, and a later attempt tries that again', async () => {
    expect(await failure(loadRoutes(name))).toMatchObject({ message: 'one of its files did not load' });
    publish(previous, async () => routes('previous'));
    expect(headingOf(await loadRoutes(name))).toBe('previous');
  });
});

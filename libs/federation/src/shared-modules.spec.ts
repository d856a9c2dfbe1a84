import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Options of the shared library in a remote, whose own copy has the version that it needs. */
interface Need {
  version: string;
  requiredVersion: string;
  singleton: boolean;
  strictVersion: boolean;
  import?: false;
}

interface Container {
  init(scope: object): void;
  get(module: string): Promise<() => { library: string }>;
}

/** The host's entry: its share scope, and its own use of the library. */
interface Host {
  scope(): Promise<object>;
  use(): Promise<{ default: string }>;
}

const rspack = require.resolve('@rspack/core');
const plugin = join(__dirname, 'build/consumed-shares.mjs');
let folder: string;
/** Parts of the paths of scripts that do not load. */
const missing = new Set<string>();
let observer: MutationObserver;

const write = (file: string, content: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
};

/** Builds an app with the parts of the preset that handle shared modules. Its copy of the library names the app. */
function build(name: string, version: string, entry: string, federation: object) {
  write(`${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
  write(`${name}/node_modules/library/package.json`, JSON.stringify({ name: 'library', version }));
  write(`${name}/node_modules/library/index.js`, `export default ${JSON.stringify(`copy of ${name}`)};`);
  write(`${name}/entry.js`, entry);
  const config = {
    ...{ context: join(folder, name), mode: 'production', target: 'web', devtool: false },
    entry: name === 'host' ? './entry.js' : {},
    output: {
      ...{ path: join(folder, name, 'dist'), publicPath: `/${name}/`, chunkFilename: '[name].js' },
      uniqueName: name === 'host' ? '~host' : name,
    },
    optimization: { minimize: false, chunkIds: 'named', splitChunks: false },
  };
  execFileSync(process.execPath, [
    ...['--input-type=module', '--eval'],
    `import { ConsumedSharesPlugin } from ${JSON.stringify(plugin)};
     const { rspack, container } = await import(${JSON.stringify(rspack)});
     const plugins = [new container.ModuleFederationPluginV1(${JSON.stringify({ name, ...federation })}), new ConsumedSharesPlugin()];
     rspack({ ...${JSON.stringify(config)}, plugins }, (error, stats) => {
       if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
     });`,
  ]);
}

const scriptAt = (path: string) => readFileSync(join(folder, path.replace(/^\/(\w+)\//, '$1/dist/')), 'utf8');
// The code is the build of this spec.
// biome-ignore lint/security/noGlobalEval: Jest's browser environment does not run scripts.
const run = (path: string) => window.eval(scriptAt(path));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-shares-'));
  const share = { singleton: true, strictVersion: true, requiredVersion: '^1.2.0', version: '1.2.0' };
  build(
    'host',
    '1.2.0',
    `window.host = {
       scope: async () => { await __webpack_init_sharing__('default'); return __webpack_share_scopes__.default; },
       use: () => import('library'),
     };`,
    { shared: { library: share } },
  );
  // Runs scripts as a browser does.
  observer = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLScriptElement) || !node.src) continue;
      const { pathname } = new URL(node.src, location.href);
      const fails = [...missing].some((part) => pathname.includes(part));
      if (!fails) run(pathname);
      node.dispatchEvent(new Event(fails ? 'error' : 'load'));
    }
  });
  observer.observe(document, { childList: true, subtree: true });
});
afterAll(() => {
  observer.disconnect();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  missing.clear();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  run('/host/main.js');
});

const host = () => Reflect.get(window, 'host') as Host;

let remotes = 0;
/** Builds a remote that uses the library, and returns its container, initialised in the host's page. */
async function remoteWith({ version, ...share }: Need): Promise<Container> {
  remotes += 1;
  const name = `remote${remotes}`;
  build(name, version, "export { default as library } from 'library';", {
    library: { type: 'window', name },
    filename: 'entry.js',
    exposes: { './routes': { import: './entry.js', name: 'routes' } },
    shared: { library: share.import === false ? share : { ...share, version } },
  });
  run(`/${name}/entry.js`);
  const container = Reflect.get(window, name) as Container;
  container.init(await host().scope());
  return container;
}

const libraryOf = async (container: Container) => (await container.get('./routes'))().library;
/** A singleton of the host that a remote does not contain, such as React. */
const singleton = (requiredVersion: string, strictVersion = true): Need => ({
  ...{ version: '9.0.0', requiredVersion, singleton: true, strictVersion, import: false },
});

it('fails a chunk when its shared module does not load, and loads the module with the next attempt', async () => {
  const remote = await remoteWith(singleton('^1.0.0'));
  missing.add('/host/');
  await expect(remote.get('./routes')).rejects.toThrow('Loading chunk');
  missing.clear();
  expect(await libraryOf(remote)).toBe('copy of host');
});

it.each(['^1.0.0', '^1.2.0'])('gives a remote that needs %s the copy of the host', async (requiredVersion) => {
  expect(await libraryOf(await remoteWith(singleton(requiredVersion)))).toBe('copy of host');
});

it.each(['^1.3.0', '^2.0.0'])('fails a remote that needs %s of a module with a strict version', async (needed) => {
  const remote = await remoteWith(singleton(needed));
  await expect(remote.get('./routes')).rejects.toThrow('Unsatisfied version 1.2.0 from ~host');
});

it('gives a remote the copy of the host whatever its version, if the version is not strict', async () => {
  expect(await libraryOf(await remoteWith(singleton('^2.0.0', false)))).toBe('copy of host');
});

it('leaves paths of the machine that builds out of the entry', () => {
  const file = join(folder, 'host/node_modules/library/index.js');
  const share = { [file]: { ...singleton('^1.0.0'), shareKey: 'library', import: file } };
  build('portable', '1.0.0', `import(${JSON.stringify(file)});`, {
    library: { type: 'window', name: 'portable' },
    filename: 'entry.js',
    exposes: { './routes': { import: './entry.js', name: 'routes' } },
    shared: share,
  });
  expect(scriptAt('/portable/entry.js')).toContain('"library"');
  expect(scriptAt('/portable/entry.js')).not.toContain(folder);
});

describe('a module that is no singleton', () => {
  const own = (version: string): Need => ({
    ...{ version, requiredVersion: version, singleton: false, strictVersion: true },
  });

  it('is the copy of the remote if its version differs', async () => {
    const name = `copy of remote${remotes + 1}`;
    expect(await libraryOf(await remoteWith(own('2.0.0')))).toBe(name);
  });

  it('is the copy of the host if its version is equal, also when the remote registers it first', async () => {
    expect(await libraryOf(await remoteWith(own('1.2.0')))).toBe('copy of host');
    expect((await host().use()).default).toBe('copy of host');
  });
});

import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
import { setRemoteTable } from './remote-loader.js';

type Consumes = NonNullable<NonNullable<typeof bundlerRuntime.bundlerRuntime>['consumes']>;

// Initialises the federation runtime as the host does, for the remotes of the tests.
bundlerRuntime.runtime!.init({ name: 'shell', remotes: [] });
setRemoteTable({});
const sharedRuntime = Reflect.get(globalThis, 'docfolioFederation') as typeof bundlerRuntime;

/** Options of a shared library as builds write them (build/shared-modules.mjs). */
const shareOf = (version: string, get: () => Promise<() => object>, strictVersion = false, singleton = true) => ({
  ...{ version, get, scope: ['default'], strategy: 'loaded-first' as const },
  shareConfig: { singleton, strictVersion, requiredVersion: `^${version}` },
});
type Share = ReturnType<typeof shareOf>;

let instances = 0;
const instanceWith = (library: Share) => {
  instances += 1;
  return bundlerRuntime.runtime!.createInstance({ name: `instance-${instances}`, remotes: [], shared: { library } });
};

/** Returns a chunk of an instance that needs the shared library, in the form that builds use. */
function chunkOf(instance: ReturnType<typeof instanceWith>, library?: Share) {
  const modules: Record<string, (module: { exports?: unknown }) => void> = {};
  const description = {
    chunkId: 'form',
    chunkMapping: { form: ['library'] },
    installedModules: {},
    moduleToHandlerMapping: {
      library: {
        shareKey: 'library',
        getter: () => Promise.reject(),
        shareInfo: { scope: ['default'], shareConfig: library?.shareConfig ?? {} },
      },
    },
    webpackRequire: { o: Object.hasOwn, m: modules, c: {}, federation: { instance } },
  };
  return {
    load: () => {
      const promises: Promise<unknown>[] = [];
      sharedRuntime.bundlerRuntime?.consumes?.({ ...description, promises } as unknown as Parameters<Consumes>[0]);
      return Promise.all(promises);
    },
    library: () => {
      const module: { exports?: unknown } = {};
      modules.library?.(module);
      return module.exports;
    },
  };
}

it('fails a chunk when its shared module fails to load, and retries the module with the chunk', async () => {
  const library = { made: 'once' };
  const get = jest.fn<Promise<() => object>, []>();
  get.mockRejectedValueOnce(new Error('Loading chunk zod failed')).mockResolvedValue(() => library);
  const chunk = chunkOf(instanceWith(shareOf('1.0.0', get)));
  await expect(chunk.load()).rejects.toThrow('a shared module did not load');
  await chunk.load();
  expect(chunk.library()).toBe(library);
  expect(get).toHaveBeenCalledTimes(2);
  await chunk.load();
  expect(get).toHaveBeenCalledTimes(2);
});

describe('a remote whose shared library has another version than that of the host', () => {
  const hostCopy = { owner: 'host' };
  const ownCopy = { owner: 'remote' };

  /** A remote in a page whose host has loaded version 1.2.0, initialised as an entry does. */
  async function remoteWith(library: Share) {
    const host = instanceWith(shareOf('1.2.0', async () => () => hostCopy, true));
    await host.loadShare('library');
    const remote = instanceWith(library);
    remote.initShareScopeMap('default', host.shareScopeMap.default!, { hostShareScopeMap: host.shareScopeMap });
    return chunkOf(remote, library);
  }

  beforeEach(() => jest.spyOn(console, 'warn').mockImplementation(() => {}));

  it.each(['1.0.0', '1.2.0'])('uses the copy of the host if it was built with %s', async (version) => {
    const get = jest.fn(async () => () => ownCopy);
    const chunk = await remoteWith(shareOf(version, get, true));
    await chunk.load();
    expect(chunk.library()).toBe(hostCopy);
    expect(get).not.toHaveBeenCalled();
  });

  it.each(['1.3.0', '2.0.0'])('fails instead of loading a second React if it needs ^%s', async (version) => {
    const get = jest.fn(async () => () => ownCopy);
    const chunk = await remoteWith(shareOf(version, get, true));
    await expect(chunk.load()).rejects.toThrow('a shared module did not load');
    expect(get).not.toHaveBeenCalled();
  });

  it('uses the copy of the host for a module without a strict version', async () => {
    const chunk = await remoteWith(shareOf('2.0.0', async () => () => ownCopy));
    await chunk.load();
    expect(chunk.library()).toBe(hostCopy);
  });

  it('uses its own copy of a module that is not a singleton', async () => {
    const chunk = await remoteWith(shareOf('2.0.0', async () => () => ownCopy, false, false));
    await chunk.load();
    expect(chunk.library()).toBe(ownCopy);
  });
});

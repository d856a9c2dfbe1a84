import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
import { setRemoteTable } from './remote-loader.js';

type Consumes = NonNullable<NonNullable<typeof bundlerRuntime.bundlerRuntime>['consumes']>;

// The runtime that the host shares with remotes, and a remote that uses it.
bundlerRuntime.runtime!.init({ name: 'shell', remotes: [] });
setRemoteTable({});
const sharedRuntime = Reflect.get(globalThis, 'docfolioFederation') as typeof bundlerRuntime;
const remote = (get: () => Promise<() => object>) =>
  bundlerRuntime.runtime!.createInstance({
    name: `remote-${Math.random()}`,
    remotes: [],
    shared: {
      library: {
        version: '1.0.0',
        get,
        scope: ['default'],
        shareConfig: { singleton: true, requiredVersion: '^1.0.0' },
      },
    },
  });

/** Returns a chunk of the remote that needs the shared library, in the form that builds use. */
function chunkOf(instance: ReturnType<typeof remote>) {
  const modules: Record<string, (module: { exports?: unknown }) => void> = {};
  const description = {
    chunkId: 'form',
    chunkMapping: { form: ['library'] },
    installedModules: {},
    moduleToHandlerMapping: {
      library: {
        shareKey: 'library',
        getter: () => Promise.reject(),
        shareInfo: { scope: ['default'], shareConfig: {} },
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
  const chunk = chunkOf(remote(get));
  await expect(chunk.load()).rejects.toThrow('a shared module did not load');
  await chunk.load();
  expect(chunk.library()).toBe(library);
  expect(get).toHaveBeenCalledTimes(2);
  await chunk.load();
  expect(get).toHaveBeenCalledTimes(2);
});

import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import type { ComponentType } from 'react';
import type { RemoteTable } from './remote-table.js';

/** Milliseconds that a remote may take to load, manifest, entry and chunks together, before it counts as missing. */
export const loadTimeout = 8000;

/** What a remote's `src/routes.tsx` exports. */
export interface RoutesModule {
  default: ComponentType;
}

/** A remote that didn't load. `message` is the reason in a few words, for the visitor. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  constructor(
    readonly remote: string,
    message: string,
    options: ErrorOptions & {
      /** Fulfilled if the remote arrives after all. */
      arrival?: Promise<unknown>;
    } = {},
  ) {
    super(message, options);
    this.arrival = options.arrival;
  }
  readonly arrival: Promise<unknown> | undefined;
}

// Not by way of `@module-federation/enhanced/runtime`: that would be a second copy of the runtime.
const runtime = bundlerRuntime.runtime!;

let table: RemoteTable | undefined;
const loads = new Map<string, Promise<RoutesModule>>();
const registered = new Set<string>();
const tried = new Set<string>();

/** Sets where the remotes are; whatever was loaded from another place is forgotten. */
export function setRemoteTable(remotes: RemoteTable): void {
  table = remotes;
  loads.clear();
  // Lent to the remotes' entries, which would each bring their own otherwise (build/remote-runtime.mjs). A host that
  // exposes nothing is built without the one function that only a container calls.
  const lent = {
    ...bundlerRuntime,
    bundlerRuntime: { ...bundlerRuntime.bundlerRuntime, consumes: consumeOrFail, initContainerEntry },
  };
  Object.assign(globalThis, { docfolioFederation: lent });
  runtime.registerPlugins([{ name: 'docfolio-deadlines', createScript: () => ({ timeout: loadTimeout }) }]);
  // Global, for it is a remote that asks.
  runtime.registerGlobalPlugins([retriedShares]);
}

const { consumes } = bundlerRuntime.bundlerRuntime!;

/**
 * Waits for the shared modules that a chunk needs, and rejects when one doesn't arrive. The federation's own way is to
 * let the chunk's modules fail when they run, and a module that failed once stays so until the page is left.
 */
function consumeOrFail(options: Parameters<NonNullable<typeof consumes>>[0]): void {
  const { chunkId, chunkMapping, installedModules, promises } = options;
  // What has arrived before stands there as 0.
  const arrivals: Promise<unknown>[] = [];
  consumes?.({ ...options, promises: arrivals });
  const arrived = (id: string | number) => id in installedModules;
  for (const arrival of arrivals) {
    promises.push(
      Promise.resolve(arrival).then(() => {
        if (!chunkMapping[chunkId]?.every(arrived)) throw new Error('a shared module did not load');
      }),
    );
  }
}

/** A shared module whose file didn't arrive would stay missing until the page is left; forgotten, it is asked for again. */
const retriedShares: ModuleFederationRuntimePlugin = {
  name: 'docfolio-retried-shares',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const scope of Object.values(shareScopeMap)) {
      for (const share of Object.values(scope[pkgName] ?? {})) if (!share.lib) share.loading = null;
    }
  },
};

/** What is read of a remote's `mf-manifest.json`. */
interface Manifest {
  metaData: { globalName: string; remoteEntry: { name: string; path: string } };
}

/**
 * Reads the remote's manifest and registers the entry that it names now, in place of one known before. The federation
 * runtime can read manifests too, for 5 KB of brotli that do much else.
 */
async function registerFromManifest(name: string): Promise<void> {
  const folder = table?.[name];
  if (folder === undefined) throw new RemoteLoadError(name, 'not in the table of remotes');
  const url = new URL('mf-manifest.json', new URL(folder, window.location.origin));
  // The page that the server drew has its stylesheet, and would lose its looks without.
  removeStyles(new URL('.', url).href, tried.has(name) ? 'all' : 'failed');
  tried.add(name);
  const response = await fetch(url, { signal: AbortSignal.timeout(loadTimeout) });
  if (!response.ok) throw new RemoteLoadError(name, `mf-manifest.json answered ${response.status}`);
  const { metaData } = (await response.json()) as Manifest;
  const { globalName, remoteEntry } = metaData;
  const entry = new URL(`${remoteEntry.path}${remoteEntry.name}`, url).href;
  runtime.registerRemotes([{ name, entry, entryGlobalName: globalName, type: 'global' }], {
    force: registered.has(name),
  });
  registered.add(name);
}

/** A stylesheet that never came, or came broken, would count as loaded for the next attempt. */
function removeStyles(folder: string, which: 'failed' | 'all'): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.href.startsWith(folder) && (which === 'all' || !link.sheet)) link.remove();
  }
}

/**
 * Loads a remote's routes, once; after a failure or `forget` the next call starts over with a fresh manifest.
 * @throws RemoteLoadError when it is absent, broken, or not there within `loadTimeout`.
 */
export function loadRoutes(name: string): Promise<RoutesModule> {
  const known = loads.get(name);
  if (known) return known;
  const load = withDeadline(name, fetchRoutes(name));
  loads.set(name, load);
  load.catch(() => {
    if (loads.get(name) === load) loads.delete(name);
  });
  return load;
}

/** Makes the next `loadRoutes(name)` load everything anew. */
export function forget(name: string): void {
  loads.delete(name);
}

/**
 * What a preload brought, an error or a broken file, is handed to the first request for that file, once, long after the
 * file is well again. Entry, chunk and stylesheet are preloaded: so many tries it takes until each has been asked of the
 * network.
 */
const tries = 4;

async function fetchRoutes(name: string): Promise<RoutesModule> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await registerFromManifest(name);
      const routes = await runtime.loadRemote<RoutesModule>(`${name}/routes`);
      if (typeof routes?.default !== 'function') throw new Error('routes has no component as its default export');
      return routes;
    } catch (error) {
      if (error instanceof RemoteLoadError) throw error;
      const reason = reasonOf(error);
      if (!worthAnotherTry.has(reason) || attempt === tries) throw new RemoteLoadError(name, reason, { cause: error });
    }
  }
}

async function withDeadline(name: string, routes: Promise<RoutesModule>): Promise<RoutesModule> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const arrival = routes.then((late) => {
        // Unless a Retry has been quicker.
        if (!loads.has(name)) loads.set(name, Promise.resolve(late));
      });
      reject(new RemoteLoadError(name, `no answer in ${loadTimeout / 1000} s`, { arrival }));
    }, loadTimeout);
  });
  try {
    return await Promise.race([routes, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

const fileMissing = 'one of its files did not load';
const entryFailed = 'its entry failed while starting';
const worthAnotherTry: ReadonlySet<string> = new Set([fileMissing, entryFailed]);

/** A few words for what the federation runtime, the browser or the remote itself threw. */
function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause) messages.push(`${at.name}: ${at.message}`);
  const all = messages.join('\n');
  if (/TimeoutError|timed out/.test(all)) return `no answer in ${loadTimeout / 1000} s`;
  if (/ScriptExecutionError/.test(all)) return entryFailed;
  if (/ScriptNetworkError|ChunkLoadError|Loading (CSS )?chunk/.test(all)) return fileMissing;
  if (/Failed to fetch|NetworkError|Load failed/.test(all)) return 'it could not be reached';
  return 'it failed while starting';
}

import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import bundlerRuntime from '@module-federation/webpack-bundler-runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import type { ComponentType } from 'react';
import { fallBack, isDeployed, locationOf, setLocations } from './failed-builds.js';
import type { RemoteLocation, RemoteTable } from './remote-table.js';

/** ms for loading a remote's manifest, entry and chunks together; after that it counts as missing. */
export const loadTimeout = 8000;

export interface RoutesModule {
  default: ComponentType;
}

/** Thrown if a remote doesn't load. `message` is the reason, which the visitor sees. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError';
  constructor(
    readonly remote: string,
    message: string,
    options: ErrorOptions & {
      /** Resolves if the remote loads later, after `loadTimeout`. */
      arrival?: Promise<unknown>;
    } = {},
  ) {
    super(message, options);
    this.arrival = options.arrival;
  }
  readonly arrival: Promise<unknown> | undefined;
}

// Importing `@module-federation/enhanced/runtime` instead would bundle a second copy of the runtime.
const runtime = bundlerRuntime.runtime!;

const loads = new Map<string, Promise<RoutesModule>>();
const registered = new Set<string>();
const attempted = new Set<string>();
/** `integrity` of entries by URL. */
const integrities = new Map<string, string>();

/** Sets the remotes' locations, discards loaded remotes and publishes the federation runtime for remotes' entries. */
export function setRemoteTable(remotes: RemoteTable): void {
  setLocations(remotes);
  loads.clear();
  // Remotes use this runtime (build/remote-runtime.mjs). The build of a host leaves out `initContainerEntry`.
  const sharedRuntime = {
    ...bundlerRuntime,
    bundlerRuntime: { ...bundlerRuntime.bundlerRuntime, consumes: consumeOrFail, initContainerEntry },
  };
  Object.assign(globalThis, { docfolioFederation: sharedRuntime });
  runtime.registerPlugins([{ name: 'docfolio-entries', createScript: ({ url }) => entryScript(url) }]);
  runtime.registerGlobalPlugins([retryFailedShares]);
}

/** Returns the script element of an entry. Its attributes must equal those of the preload, or the file loads twice. */
function entryScript(url: string) {
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  // Dev servers refuse scripts to other sites without it, because any site could read their sources.
  script.crossOrigin = 'anonymous';
  const integrity = integrities.get(url);
  if (integrity) script.integrity = integrity;
  return { script, timeout: loadTimeout };
}

const { consumes } = bundlerRuntime.bundlerRuntime!;

/** Makes a chunk's load fail if a shared module doesn't load. Else the chunk's modules throw until the page reloads. */
function consumeOrFail(options: Parameters<NonNullable<typeof consumes>>[0]): void {
  const { chunkId, chunkMapping, installedModules, promises } = options;
  const arrivals: Promise<unknown>[] = [];
  consumes?.({ ...options, promises: arrivals });
  const isLoaded = (id: string | number) => id in installedModules;
  for (const arrival of arrivals) {
    promises.push(
      Promise.resolve(arrival).then(() => {
        if (!chunkMapping[chunkId]?.every(isLoaded)) throw new Error('a shared module did not load');
      }),
    );
  }
}

/** Resets a shared module that failed to load; otherwise it would stay missing until the page is reloaded. */
const retryFailedShares: ModuleFederationRuntimePlugin = {
  name: 'docfolio-retried-shares',
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const scope of Object.values(shareScopeMap)) {
      for (const share of Object.values(scope[pkgName] ?? {})) if (!share.lib) share.loading = null;
    }
  },
};

interface Manifest {
  metaData: { globalName: string; remoteEntry: { name: string; path: string } };
}

interface Entry {
  file: string;
  globalName: string;
  integrity?: string;
}

/** Registers a remote's entry with the federation runtime. The runtime's manifest support would cost 5 KB (brotli). */
async function register(name: string, location: RemoteLocation): Promise<void> {
  const folder = new URL(typeof location === 'string' ? location : location.folder, window.location.origin).href;
  // On the first attempt keep loaded stylesheets: a server-rendered page needs the one it came with.
  removeStyles(folder, attempted.has(folder) ? 'all' : 'failed');
  attempted.add(folder);
  const { file, globalName, integrity } =
    typeof location === 'string' ? await readManifest(name, folder) : { ...location, file: location.entry };
  const entry = new URL(file, folder).href;
  if (integrity) integrities.set(entry, integrity);
  runtime.registerRemotes([{ name, entry, entryGlobalName: globalName, type: 'global' }], {
    force: registered.has(name),
  });
  registered.add(name);
}

async function readManifest(name: string, folder: string): Promise<Entry> {
  const url = new URL('mf-manifest.json', folder);
  const response = await fetch(url, { signal: AbortSignal.timeout(loadTimeout) });
  if (!response.ok) throw new RemoteLoadError(name, `mf-manifest.json returned ${response.status}`);
  const { metaData } = (await response.json()) as Manifest;
  const { globalName, remoteEntry } = metaData;
  return { file: `${remoteEntry.path}${remoteEntry.name}`, globalName };
}

/** Removes the page's stylesheets below `folder`, because a failed one would count as loaded in the next attempt. */
function removeStyles(folder: string, which: 'failed' | 'all'): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.href.startsWith(folder) && (which === 'all' || !link.sheet)) link.remove();
  }
}

/**
 * Loads a remote's routes, once: later calls share the result until it fails or `forget`. If a build does not load, its
 * fallback is loaded.
 * @throws RemoteLoadError
 */
export function loadRoutes(name: string): Promise<RoutesModule> {
  const started = loads.get(name);
  if (started) return started;
  const load = loadWithFallback(name);
  loads.set(name, load);
  load.catch(() => {
    if (loads.get(name) === load) loads.delete(name);
  });
  return load;
}

async function loadWithFallback(name: string): Promise<RoutesModule> {
  for (;;) {
    try {
      return await withDeadline(name, fetchRoutes(name));
    } catch (error) {
      // The fallback of a delivered build is the same build by its manifest, which would be as late.
      const isLate = error instanceof RemoteLoadError && error.arrival !== undefined;
      if (isLate && !isDeployed(name)) throw error;
      if (!fallBack(name, error instanceof Error ? error.message : String(error))) throw error;
    }
  }
}

export function forget(name: string): void {
  loads.delete(name);
}

/** Three may fail because browsers reuse failed preloads: of the entry, of a chunk and of a stylesheet. */
const maxAttempts = 4;

async function fetchRoutes(name: string): Promise<RoutesModule> {
  const location = locationOf(name);
  if (location === undefined) throw new RemoteLoadError(name, 'not in the table of remotes');
  for (let attempt = 1; ; attempt += 1) {
    try {
      await register(name, location);
      const routes = await runtime.loadRemote<RoutesModule>(`${name}/routes`);
      if (typeof routes?.default !== 'function') throw new Error('routes has no component as its default export');
      return routes;
    } catch (error) {
      if (error instanceof RemoteLoadError) throw error;
      const reason = reasonOf(error);
      // After the deadline another build may be registered under the name.
      const isReplaced = locationOf(name) !== location;
      if (!retryableReasons.has(reason) || attempt === maxAttempts || isReplaced)
        throw new RemoteLoadError(name, reason, { cause: error });
    }
  }
}

async function withDeadline(name: string, routes: Promise<RoutesModule>): Promise<RoutesModule> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const arrival = routes.then((late) => {
        if (!loads.has(name)) loads.set(name, Promise.resolve(late));
      });
      // Without a caller that waits for a late remote, its failure would be an unhandled rejection.
      arrival.catch(() => {});
      reject(new RemoteLoadError(name, `no response within ${loadTimeout / 1000} s`, { arrival }));
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
const retryableReasons: ReadonlySet<string> = new Set([fileMissing, entryFailed]);

function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) messages.push(`${cause.name}: ${cause.message}`);
  const all = messages.join('\n');
  if (/TimeoutError|timed out/.test(all)) return `no response within ${loadTimeout / 1000} s`;
  if (/ScriptExecutionError/.test(all)) return entryFailed;
  if (/ScriptNetworkError|ChunkLoadError|Loading (CSS )?chunk/.test(all)) return fileMissing;
  if (/Failed to fetch|NetworkError|Load failed/.test(all)) return 'it could not be reached';
  return 'it failed while starting';
}

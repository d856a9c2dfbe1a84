import type { ComponentType } from 'react';
import { fallBack, isDeployed, locationOf, setLocations } from './failed-builds.js';
import type { RemoteLocation, RemoteTable } from './remote-table.js';
import { initialisedScope, type ShareScope } from './share-scope.js';

/** ms for loading a remote's manifest, entry and chunks together; after that it counts as missing. */
export const loadTimeout = 8000;

export interface RoutesModule {
  default: ComponentType;
  /** What the remote gives to the frame of the signed-in pages (`AdminPart` of libs/admin). */
  admin?: unknown;
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

/** What a remote's entry provides. */
interface Container {
  /** Adds the remote's copies of shared modules to the scope, which the remote then takes shared modules from. */
  init(scope: ShareScope): void | Promise<void>;
  /** Loads an exposed module, and returns a function that evaluates it. */
  get(module: string): Promise<() => unknown>;
}

const loads = new Map<string, Promise<RoutesModule>>();
const loaded = new Map<string, RoutesModule>();
const attempted = new Set<string>();

/** Sets the remotes' locations and discards loaded remotes. */
export function setRemoteTable(remotes: RemoteTable): void {
  setLocations(remotes);
  loads.clear();
  loaded.clear();
}

interface Manifest {
  metaData: { globalName: string; remoteEntry: { name: string; path: string } };
}

interface Entry {
  file: string;
  globalName: string;
  integrity?: string;
}

/** Loads a remote's entry and makes it use the page's shared modules. Each call runs the entry again. */
async function loadContainer(name: string, location: RemoteLocation): Promise<Container> {
  const folder = new URL(typeof location === 'string' ? location : location.folder, window.location.origin).href;
  // On the first attempt keep loaded stylesheets: a server-rendered page needs the one it came with.
  removeStyles(folder, attempted.has(folder) ? 'all' : 'failed');
  attempted.add(folder);
  const { file, globalName, integrity } =
    typeof location === 'string' ? await readManifest(name, folder) : { ...location, file: location.entry };
  await runEntry(new URL(file, folder).href, integrity);
  const container = Reflect.get(window, globalName) as Container | undefined;
  Reflect.deleteProperty(window, globalName);
  if (!container) throw new EntryError(entryFailed);
  await container.init(await initialisedScope());
  return container;
}

/** Loads a script. @throws EntryError if it does not load within `loadTimeout` */
function runEntry(url: string, integrity: string | undefined): Promise<void> {
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  // The attributes must equal those of the preload, or the file loads twice. Dev servers refuse scripts to other sites
  // without this one, because any site could read their sources.
  script.crossOrigin = 'anonymous';
  if (integrity) script.integrity = integrity;
  return new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new EntryError(fileMissing));
    setTimeout(() => reject(new EntryError(noResponse)), loadTimeout);
    document.head.append(script);
  }).finally(() => script.remove());
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
  load.then(
    (routes) => {
      if (loads.get(name) === load) loaded.set(name, routes);
    },
    () => {
      if (loads.get(name) === load) loads.delete(name);
    },
  );
  return load;
}

/** Returns a remote's routes if they are loaded, without starting to load them. */
export const loadedRoutes = (name: string): RoutesModule | undefined => loaded.get(name);

async function loadWithFallback(name: string): Promise<RoutesModule> {
  for (;;) {
    try {
      return await withDeadline(name, fetchRoutes(name));
    } catch (error) {
      // The fallback of a delivered build is the same build by its manifest, which would be as late.
      const isLate = error instanceof RemoteLoadError && error.message === noResponse;
      if (isLate && !isDeployed(name)) throw error;
      if (!fallBack(name, error instanceof Error ? error.message : String(error))) throw error;
    }
  }
}

export function forget(name: string): void {
  loads.delete(name);
  loaded.delete(name);
}

/** Three may fail because browsers reuse failed preloads: of the entry, of a chunk and of a stylesheet. */
const maxAttempts = 4;

async function fetchRoutes(name: string): Promise<RoutesModule> {
  const location = locationOf(name);
  if (location === undefined) throw new RemoteLoadError(name, 'not in the table of remotes');
  for (let attempt = 1; ; attempt += 1) {
    try {
      const container = await loadContainer(name, location);
      const routes = (await container.get('./routes'))() as Partial<RoutesModule> | undefined;
      if (typeof routes?.default !== 'function') throw new Error('routes has no component as its default export');
      return { default: routes.default, admin: routes.admin };
    } catch (error) {
      if (error instanceof RemoteLoadError) throw error;
      const reason = reasonOf(error);
      // After the deadline another build may have the name.
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
      reject(new RemoteLoadError(name, noResponse, { arrival }));
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
const noResponse = `no response within ${loadTimeout / 1000} s`;
const retryableReasons: ReadonlySet<string> = new Set([fileMissing, entryFailed]);

/** The entry did not run; `message` is the reason. */
class EntryError extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof EntryError) return error.message;
  const text = String(error);
  if (/TimeoutError|timed out/.test(text)) return noResponse;
  if (/ChunkLoadError|Loading (CSS )?chunk/.test(text)) return fileMissing;
  if (/Failed to fetch|NetworkError|Load failed/.test(text)) return 'it could not be reached';
  return 'it failed while starting';
}

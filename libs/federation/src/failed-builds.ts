import type { RemoteBuild, RemoteLocation, RemoteTable } from './remote-table.js';

export interface BuildObserver {
  rendered(remote: string, build: RemoteBuild): void;
  /** @param reason a short text without personal data */
  failed(remote: string, build: RemoteBuild, reason: string): void;
}

/** Key of the tab's list of failed builds in session storage, as `<remote> <build>`. */
const storageKey = 'docfolio:failed-builds';
const maxStored = 20;

const locations = new Map<string, RemoteLocation>();
let observer: BuildObserver = { rendered: () => {}, failed: () => {} };

/** Sets what is called when a build of a remote is rendered, and when a page gives up on one. */
export function observeBuilds(next: BuildObserver): void {
  observer = next;
}

/** Calls the observer with the remote's build. Call it once the remote is rendered. */
export function reportRendered(name: string): void {
  const location = locations.get(name);
  if (location !== undefined && typeof location !== 'string') observer.rendered(name, location);
}

/** Sets the locations of all remotes. A build that has failed in this tab is replaced by its fallback. */
export function setLocations(table: RemoteTable): void {
  const failed = readFailed();
  locations.clear();
  for (const [name, location] of Object.entries(table)) {
    let usable = location;
    while (typeof usable !== 'string' && usable.fallback && failed.includes(`${name} ${usable.build}`))
      usable = usable.fallback;
    locations.set(name, usable);
  }
}

export function locationOf(name: string): RemoteLocation | undefined {
  return locations.get(name);
}

/** Returns whether a remote is loaded from a deployed build, not from the one delivered with the web process. */
export function isDeployed(name: string): boolean {
  const location = locations.get(name);
  return typeof location === 'object' && location.build !== undefined;
}

/**
 * Replaces a remote's location by its fallback, for this page and, after a deployed build, the tab's next ones.
 * @returns false if it has no fallback
 */
export function fallBack(name: string, reason: string): boolean {
  const location = locations.get(name);
  if (location === undefined || typeof location === 'string') return false;
  const { build, fallback } = location;
  observer.failed(name, location, reason);
  if (fallback === undefined) return false;
  locations.set(name, fallback);
  if (build !== undefined) storeFailed(`${name} ${build}`);
  return true;
}

function readFailed(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    // Storage is turned off, or was written by something else: the page then waits for the failed build again.
    return [];
  }
}

function storeFailed(key: string): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...readFailed(), key].slice(-maxStored)));
  } catch {
    // Storage is turned off or full: the tab's next page tries the build again.
  }
}

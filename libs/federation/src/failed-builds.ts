import type { RemoteLocation, RemoteTable } from './remote-table.js';

/** A deployed build that a page gave up on. `reason` is a short text without personal data. */
export interface BuildFailure {
  remote: string;
  build: string;
  reason: string;
}

/** Key of the tab's list of failed builds in session storage, as `<remote> <build>`. */
const storageKey = 'docfolio:failed-builds';
const maxStored = 20;

const locations = new Map<string, RemoteLocation>();
let report: (failure: BuildFailure) => void = () => {};

/** Sets the function that is called with each build that a page gives up on. */
export function onBuildFailure(callback: (failure: BuildFailure) => void): void {
  report = callback;
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
 * Replaces a remote's location by its fallback, for this page and the tab's next ones, and reports a deployed build.
 * @returns false if it has no fallback
 */
export function fallBack(name: string, reason: string): boolean {
  const location = locations.get(name);
  if (location === undefined || typeof location === 'string') return false;
  const { build, fallback } = location;
  if (build !== undefined) report({ remote: name, build, reason });
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

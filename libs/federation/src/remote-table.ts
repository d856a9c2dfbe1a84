/** A build of a remote whose entry is known, so that the browser need not fetch its manifest. */
export interface RemoteBuild {
  /** Id of the deployed build; undefined for the one delivered with the web process. */
  build?: string;
  /** URL of the build's folder; ends in `/`. */
  folder: string;
  /** File name of the entry in the folder. */
  entry: string;
  /** Name of the global variable that the entry sets. */
  globalName: string;
  /** Value of the entry's `integrity` attribute. */
  integrity: string;
  /** Loaded in place of this build if it fails: the last good build, or the one that the folder’s manifest names. */
  fallback?: RemoteLocation;
}

/** Where a remote is loaded from: a build, or the URL of the folder of its `mf-manifest.json`, which ends in `/`. */
export type RemoteLocation = RemoteBuild | string;

/** Maps a remote's name to its location. */
export type RemoteTable = Readonly<Record<string, RemoteLocation>>;

export const remoteTableId = 'remotes';

/** Returns the table of remotes that the web process writes into each page. @throws Error if the page has none */
export function readRemoteTable(page: Document = document): RemoteTable {
  const block = page.getElementById(remoteTableId);
  if (!block?.textContent) throw new Error(`The page has no table of remotes (#${remoteTableId})`);
  return JSON.parse(block.textContent) as RemoteTable;
}

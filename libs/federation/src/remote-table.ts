/** Maps a remote's name to the URL of the folder of its `mf-manifest.json`; ends in `/`. */
export type RemoteTable = Readonly<Record<string, string>>;

export const remoteTableId = 'remotes';

/** Returns the table of remotes that the web process writes into each page. @throws Error if the page has none */
export function readRemoteTable(page: Document = document): RemoteTable {
  const block = page.getElementById(remoteTableId);
  if (!block?.textContent) throw new Error(`The page has no table of remotes (#${remoteTableId})`);
  return JSON.parse(block.textContent) as RemoteTable;
}

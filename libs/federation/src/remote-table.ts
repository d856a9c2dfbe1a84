/** Maps a remote's name to the URL of the folder of its `mf-manifest.json`; ends in `/`. */
export type RemoteTable = Readonly<Record<string, string>>;

export const remoteTableId = 'remotes';

/** Reads the table of remotes from the page. @throws Error if it has none; the web process always writes it */
export function readRemoteTable(page: Document = document): RemoteTable {
  const block = page.getElementById(remoteTableId);
  if (!block?.textContent) throw new Error(`The page has no table of remotes (#${remoteTableId})`);
  return JSON.parse(block.textContent) as RemoteTable;
}

import { remoteName } from '@docfolio/contracts/remote';
import { overrideFolder, overrideUrl } from '@docfolio/contracts/remote-override';

/** What the confirmation page asks about. */
export interface OverrideRequest {
  remote: string;
  url: string;
  /** URL of the folder that the remote is loaded from. */
  folder: string;
  /** Host and port of the server. */
  host: string;
  hostname: string;
  /** Path of the page to open afterwards. */
  back: string;
}

/** Returns the request in a query; undefined if it is not valid. A `back` that leads to another site becomes `/`. */
export function readOverrideRequest(search: string): OverrideRequest | undefined {
  const query = new URLSearchParams(search);
  const remote = remoteName.safeParse(query.get('remote'));
  const url = overrideUrl.safeParse(query.get('url'));
  if (!remote.success || !url.success) return undefined;
  const { host, hostname } = new URL(url.data);
  const back = query.get('back') ?? '';
  return {
    ...{ remote: remote.data, url: url.data, folder: overrideFolder(remote.data, url.data), host, hostname },
    back: /^\/(?![/\\])/.test(back) ? back : '/',
  };
}

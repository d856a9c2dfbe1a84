import { remoteName } from '@docfolio/contracts/entities/remote';
import { overrideFolder, overrideUrl } from '@docfolio/contracts/entities/remote-override';

/** What the confirmation page asks about. */
export interface OverrideRequest {
  remote: string;
  /** As browsers write it, without a slash at its end. */
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
  const { host, hostname, href } = new URL(url.data);
  return {
    ...{ remote: remote.data, url: href.replace(/\/$/, ''), folder: overrideFolder(remote.data, href), host, hostname },
    back: ownPath(query.get('back') ?? '/'),
  };
}

/** Returns the path that browsers open for a link of this site; `/` if it leads to another site. */
function ownPath(link: string): string {
  const { origin } = window.location;
  if (!link.startsWith('/') || !URL.canParse(link, origin)) return '/';
  // Browsers read a tab or a backslash after the first slash as in `//host`. The parsed link is what they would open.
  const { origin: linked, pathname, search, hash } = new URL(link, origin);
  return linked === origin && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/';
}

import type { RemotePage } from '@docfolio/contracts/entities/remote';
import type { DehydratedState } from '@tanstack/react-query';

/** A page that a build of a remote lists. */
export type ListedPage = RemotePage & { remote: string };

/** Data that the web process sends with a page, in a JSON data block. */
export interface PageState {
  /** Public origin of the site, without a trailing slash. */
  origin: string;
  /** Responses that the page was rendered with. Undefined if the browser renders it. */
  queries?: DehydratedState;
  /** Pages that the remotes' builds list. Undefined: none. */
  pages?: readonly ListedPage[];
}

export const pageStateId = 'page-state';

/** Returns the page's state. Its responses count as fetched now: clocks differ. @throws Error without a data block */
export function readPageState(page: Document = document): PageState {
  const block = page.getElementById(pageStateId);
  if (!block?.textContent) throw new Error(`The page has no state (#${pageStateId})`);
  const state = JSON.parse(block.textContent) as PageState;
  for (const query of state.queries?.queries ?? []) query.state.dataUpdatedAt = Date.now();
  return state;
}

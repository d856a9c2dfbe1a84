import type { DehydratedState } from '@tanstack/react-query';

/** Data that the web process sends with a page, in a JSON data block. */
export interface PageState {
  /** Public origin of the site, without a trailing slash. */
  origin: string;
  /** Responses that the page was rendered with. Undefined if it wasn't rendered: then the browser renders it. */
  queries?: DehydratedState;
}

export const pageStateId = 'page-state';

/**
 * Returns the state in the page's data block. Its responses count as fetched now, because a cached page is invalidated
 * as soon as its data changes, and the server's clock may differ. @throws Error if the page has no data block
 */
export function readPageState(page: Document = document): PageState {
  const block = page.getElementById(pageStateId);
  if (!block?.textContent) throw new Error(`The page has no state (#${pageStateId})`);
  const state = JSON.parse(block.textContent) as PageState;
  for (const query of state.queries?.queries ?? []) query.state.dataUpdatedAt = Date.now();
  return state;
}

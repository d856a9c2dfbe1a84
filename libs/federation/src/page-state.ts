import type { DehydratedState } from '@tanstack/react-query';

/** What the web process tells the page in a JSON data block. */
export interface PageState {
  /** Where the site is reached, without a last slash: absolute addresses begin with it. */
  origin: string;
  /** The answers that the page was drawn with. Undefined: the document is empty, and the browser draws the page. */
  queries?: DehydratedState;
}

/** The id of the data block. */
export const pageStateId = 'page-state';

/**
 * Reads what the web process tells. The answers count as fetched now: the server drops a page as soon as something in it
 * changes, and its clock needn't be this one.
 * @throws Error when the page carries no data block: the web process always writes it.
 */
export function readPageState(page: Document = document): PageState {
  const block = page.getElementById(pageStateId);
  if (!block?.textContent) throw new Error(`The page has no state (#${pageStateId})`);
  const state = JSON.parse(block.textContent) as PageState;
  for (const query of state.queries?.queries ?? []) query.state.dataUpdatedAt = Date.now();
  return state;
}

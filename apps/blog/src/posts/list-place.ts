import type * as list from '@docfolio/contracts/list';

// Typed by the contract, whose schemas load with the first request only.
const searchLimit: typeof list.searchLimit = 200;
const maxPage = 100_000 satisfies typeof list.maxPage;
const categoryLimit = 100;

/** State of the list of posts, in the page's URL and the query. */
export interface ListPlace {
  /** From 1. */
  page: number;
  category?: string;
  search?: string;
}

/** Parses a URL's query. The result is always valid for the server. */
export function listPlaceOf(query: URLSearchParams): ListPlace {
  const category = sanitise(query.get('category'), categoryLimit);
  const search = sanitise(query.get('search'), searchLimit);
  return { page: pageOf(query.get('page')), ...(category && { category }), ...(search && { search }) };
}

/** Returns the URL of a list; the first page has no number. */
export function listAddress({ page = 1, category, search }: Partial<ListPlace>): string {
  const query = new URLSearchParams();
  if (category) query.set('category', category);
  if (search) query.set('search', search);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/blog?${query}` : '/blog';
}

function pageOf(text: string | null): number {
  const page = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(Math.max(page, 1), maxPage);
}

function sanitise(text: string | null, limit: number): string {
  return (text ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, limit)
    .replace(/\p{Cs}$/u, '')
    .trimEnd();
}

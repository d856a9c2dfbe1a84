import type * as list from '@docfolio/contracts/list';

// Only types of the contract stand here: its schemas come with the first request. The types hold the numbers together.
const searchLimit: typeof list.searchLimit = 200;
const maxPage = 100_000 satisfies typeof list.maxPage;
/** Characters of a category. */
const categoryLimit = 100;

/** Where somebody is in the list of posts; the page's address says it, and so does the query. */
export interface ListPlace {
  /** From 1. */
  page: number;
  category?: string;
  search?: string;
}

/** What an address asks for. Whatever it holds, the result is a query that the server takes. */
export function listPlaceOf(query: URLSearchParams): ListPlace {
  const category = cleaned(query.get('category'), categoryLimit);
  const search = cleaned(query.get('search'), searchLimit);
  return { page: pageOf(query.get('page')), ...(category && { category }), ...(search && { search }) };
}

/** The address of a place in the list; the first page has no number. */
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

function cleaned(text: string | null, limit: number): string {
  return (text ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, limit)
    .replace(/\p{Cs}$/u, '')
    .trimEnd();
}

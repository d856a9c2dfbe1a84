import { maxPage, searchLimit } from '@docfolio/contracts/generated/constants';

const categoryLimit = 100;

/** Page, category and search of the list of posts, as in the page's URL and in the request. */
export interface ListPlace {
  page: number;
  category?: string;
  search?: string;
}

/** Parses a URL's query. Invalid values are corrected or dropped, so that the server accepts the result. */
export function listPlaceOf(query: URLSearchParams): ListPlace {
  const category = sanitise(query.get('category'), categoryLimit);
  const search = sanitise(query.get('search'), searchLimit);
  return { page: pageOf(query.get('page')), ...(category && { category }), ...(search && { search }) };
}

/** Returns the path and query of a part of the list; page 1 has no number. */
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

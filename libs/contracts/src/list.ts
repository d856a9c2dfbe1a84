import { z } from 'zod';
import { text } from './text.js';

/** Rows of a page of an admin list. */
export const defaultListLimit = 50;
export const maxListLimit = 100;
/** Matches of a search that are counted. Above it the total is a minimum ("1,000+"). */
export const searchTotalCap = 1_000;
export const searchLimit = 200;

const wholeNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,12}$/, 'Not a whole number')
    .transform(Number),
]);

/** The text of a search box: matched case-insensitively anywhere in a text, never as a pattern. */
export const searchText = text()
  .trim()
  .max(searchLimit, `At most ${searchLimit} characters`)
  .regex(/^[^\0\p{Cs}]*$/u, 'Contains characters that cannot be searched');

/** The highest page number of a public list. */
export const maxPage = 100_000;

/** Returns the query schema of a public list with numbered pages, from 1. */
export function pageQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({
    page: wholeNumber.pipe(z.int('Not a page').min(1, 'Not a page').max(maxPage, 'Not a page')).default(1),
    ...filters,
  });
}

/** Returns the schema of a page of a public list. A page beyond the last one is empty. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int().min(0), page: z.int().min(1), page_size: z.int().min(1) });
}

/** Returns the schema of a public list that is short enough for one response. */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item) });
}

/**
 * Returns the query schema of an admin list: search, filters, one sort key (`-` in front: descending), a cursor and a limit.
 * Cursors are opaque and valid only for the sort that they came from.
 */
export function listQuery<const Sorts extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sorts: Sorts,
  filters: Filters,
) {
  return z.strictObject({
    search: searchText.optional(),
    ...filters,
    sort: z.enum(sorts).default(sorts[0] as Sorts[number]),
    after: text()
      .max(1_000, 'Not a cursor')
      .regex(/^[A-Za-z0-9_-]*$/, 'Not a cursor')
      .optional(),
    limit: wholeNumber.pipe(z.int().min(1).max(maxListLimit)).default(defaultListLimit),
  });
}

/** The parsed query fields that every list has. */
export interface ListQuery {
  search?: string | undefined;
  sort: string;
  after?: string | undefined;
  limit: number;
}

/** Returns the schema of a page of an admin list. `total_exact` is false if the total is only a minimum. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int().min(0),
    total_exact: z.boolean(),
    /** Cursor of the next page; null at the end. */
    next: z.string().nullable(),
  });
}

export interface List<Item> {
  items: Item[];
  total: number;
  total_exact: boolean;
  next: string | null;
}

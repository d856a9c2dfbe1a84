import { z } from 'zod';
import { text } from './text.js';

/** Rows of one answer of an admin list. */
export const defaultListLimit = 50;
export const maxListLimit = 100;
/** Above this many matches of a search the total is a floor ("1,000+"): counting on would cost more than it tells. */
export const searchTotalCap = 1_000;
export const searchLimit = 200;

const wholeNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,12}$/, 'Not a whole number')
    .transform(Number),
]);

/** What a visitor or the owner typed into a search box: contains, case-insensitive, never a pattern. */
export const searchText = text()
  .trim()
  .max(searchLimit, `At most ${searchLimit} characters`)
  .regex(/^[^\0\p{Cs}]*$/u, 'Contains characters that cannot be searched');

/** Pages of a public list that can be asked for. */
export const maxPage = 100_000;

/** The query of a public list that is read page by page, from 1. */
export function pageQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({
    page: wholeNumber.pipe(z.int('Not a page').min(1, 'Not a page').max(maxPage, 'Not a page')).default(1),
    ...filters,
  });
}

/** One page of a public list. A page behind the last one is empty, and `total` tells that it is. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int().min(0), page: z.int().min(1), page_size: z.int().min(1) });
}

/** A public list that is short enough to be read at once. */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item) });
}

/**
 * The query of an admin list: search, filters, one sort key (`-` in front: descending), a cursor and a limit.
 * Cursors are opaque and belong to the sort they came from.
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

/** The query fields that every list has, after parsing. */
export interface ListQuery {
  search?: string | undefined;
  sort: string;
  after?: string | undefined;
  limit: number;
}

/** A screenful of an admin list. `total_exact` is false when the total is only a floor. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int().min(0),
    total_exact: z.boolean(),
    /** Cursor of the following screenful; null at the end. */
    next: z.string().nullable(),
  });
}

export interface List<Item> {
  items: Item[];
  total: number;
  total_exact: boolean;
  next: string | null;
}

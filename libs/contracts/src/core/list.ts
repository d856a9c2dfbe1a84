import { z } from 'zod';
import { rules, text } from './text.js';

export const defaultListLimit = 50;
export const maxListLimit = 100;
/** Maximum matches of a search that are counted. With more, the total is only a minimum (shown as "1,000+"). */
export const searchTotalCap = 1_000;
export const searchLimit = 200;
/** Error for a cursor of another list, or of another order. */
export const foreignCursor = 'Not a cursor of this list';

const wholeNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,12}$/, 'Not a whole number')
    .transform(Number),
]);

/** Schema of a search text: no pattern, case ignored. Admin lists match under 3 characters only at word starts. */
export const searchText = text()
  .trim()
  .max(searchLimit, `At most ${searchLimit} characters`)
  .regex(/^[^\0\p{Cs}]*$/u, 'Contains characters that cannot be searched');

export const maxPage = 100_000;

/** Returns the query schema of a public list with numbered pages: `filters` and `page`, from 1 (default). */
export function pageQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({
    page: wholeNumber.pipe(z.int('Not a page').min(1, 'Not a page').max(maxPage, 'Not a page')).default(1),
    ...filters,
  });
}

/** Returns the response schema of a page of a public list. A page beyond the last one has no items. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), total: z.int().min(0), page: z.int().min(1), page_size: z.int().min(1) });
}

/** Returns the response schema `{ items }` of a list without pages, which is short enough for one response. */
export function itemsOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item) });
}

/** Returns the query schema of an admin list. `sort` defaults to the first of `sorts`; `after` is a cursor of it. */
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
      .meta(rules(foreignCursor))
      .optional(),
    limit: wholeNumber.pipe(z.int().min(1).max(maxListLimit)).default(defaultListLimit),
  });
}

export interface ListQuery {
  search?: string | undefined;
  sort: string;
  after?: string | undefined;
  limit: number;
}

/** Returns the response schema of a page of an admin list. `total_exact` is false if `total` is only a minimum. */
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

import { type List, type ListQuery, searchTotalCap } from '@docfolio/contracts/core/list';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { foldForSearch } from '@docfolio/contracts/core/search-fold';
import type { Model } from 'mongoose';
import { type Cursor, type CursorKey, readCursor, writeCursor } from './cursor.js';
import type { RecordTraits, Stored } from './record.schema.js';
import { containsPattern, gramsOfSearch } from './search-grams.js';
import type { Filter as TypedFilter } from './typed-model.js';

/** Name of the index on `search_grams`, the trigrams of a record's text. */
const searchIndex = 'search';
/** Search for a rare gram: grams per round, rounds, records counted per gram, and the count that ends the search. */
const probedGrams = 4;
const probeRounds = 4;
const probeLimit = 2_000;
const rareEnough = 100;

type Filter = Record<string, unknown>;

export interface ListOptions<Fields> {
  /** Condition on listed records, besides being active. */
  filter?: TypedFilter<Stored<Fields>> | undefined;
  /** Fields, also computed ones, that a query may sort by in either direction. A `-` in front is ignored. */
  sorts: readonly string[];
  /** Long fields to leave out of lists: null in the rows. */
  without?: readonly string[];
}

export type Total = Pick<List<unknown>, 'total' | 'total_exact'>;

export interface RecordListQuery extends ListQuery {
  /** Total of an earlier page of the same list, to be returned instead of counting again. */
  known?: Total | undefined;
}

export type StoredList<Fields> = List<Stored<Fields>>;

/**
 * Returns a page of active records and their total. With a search the total is counted up to 1,000: if more match, it
 * is 1,000 and `total_exact` is false.
 */
export async function listRecords<Fields>(
  model: Model<Stored<Fields>>,
  traits: RecordTraits,
  query: RecordListQuery,
  options: ListOptions<Fields>,
): Promise<StoredList<Fields>> {
  const { name, field, direction } = sortOf(query.sort, options.sorts, traits);
  // Empty if nothing of it counts, such as a dash: then it is in every text.
  const search = foldForSearch(query.search ?? '');
  const filter: Filter = { ...options.filter, deleted_at: null };
  const { total, exact, conditions, hint } = query.known
    ? await counted(model, filter, search, query.known)
    : await count(model, filter, search ? await searchFilter(model, filter, search) : undefined);
  const after = query.after ? readCursor(name, cursorKeyOf(model, field), query.after) : undefined;
  const find = finder(model, { ...filter, ...conditions }, field, direction, options.without ?? [], hint);
  const rows = await page(find, field, direction, after, query.limit + 1);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items,
    total,
    total_exact: exact,
    next: rows.length > query.limit && last ? writeCursor(name, cursorOf(last, field)) : null,
  };
}

function sortOf(sort: string, allowed: readonly string[], { sort: textFields, computed }: RecordTraits) {
  const base = (key: string) => (key.startsWith('-') ? key.slice(1) : key);
  const name = base(sort);
  if (!allowed.some((key) => base(key) === name)) {
    throw new ProblemError('validation_failed', { errors: [{ path: 'sort', message: 'Unknown sort' }] });
  }
  const sortKey = textFields.includes(name) ? `sort_keys.${name}` : name;
  return {
    name: sort,
    field: name in computed ? `computed.${name}` : sortKey,
    direction: sort.startsWith('-') ? (-1 as const) : (1 as const),
  };
}

interface SearchFilter {
  /** For searches with few matches: reads candidates from the index on grams. */
  selective: Filter;
  /** For searches with many matches: checks each record in the order of the sort index. */
  walking: Filter;
  /** Index to use for a rare gram, so that the database does not compare several. */
  hint: typeof searchIndex | undefined;
}

async function searchFilter<Fields>(
  model: Model<Stored<Fields>>,
  filter: Filter,
  search: string,
): Promise<SearchFilter> {
  const grams = gramsOfSearch(search);
  const pattern = containsPattern(search);
  if (!pattern) return { selective: { search_grams: grams[0] }, walking: { search_grams: grams[0] }, hint: undefined };
  const { gram, matches } = await rarest(model, filter, grams);
  return {
    // One gram finds the candidates and the pattern decides: checking the other grams would be slower.
    selective: { search_grams: gram, search_text: pattern },
    walking: { search_text: pattern },
    hint: matches < probeLimit ? searchIndex : undefined,
  };
}

interface CountedGram {
  gram: string;
  matches: number;
}

async function rarest<Fields>(model: Model<Stored<Fields>>, filter: Filter, grams: string[]): Promise<CountedGram> {
  let best: CountedGram = { gram: grams[0]!, matches: Number.POSITIVE_INFINITY };
  for (const some of spread(grams)) {
    const counted = await Promise.all(
      some.map(async (gram) => {
        const matches = await model.countDocuments({ search_grams: gram, deleted_at: filter.deleted_at } as Filter, {
          limit: probeLimit,
        });
        return { gram, matches };
      }),
    );
    best = counted.reduce((least, next) => (next.matches < least.matches ? next : least), best);
    if (best.matches <= rareEnough) break;
  }
  return best;
}

/** Returns the grams to count in each round, spread over the search text, since neighbours overlap. */
function spread(grams: readonly string[]): string[][] {
  const rounds = Math.min(probeRounds, Math.ceil(grams.length / probedGrams));
  return Array.from({ length: rounds }, (_, round) => {
    const own = grams.filter((_gram, at) => at % rounds === round);
    const step = Math.max(1, own.length / probedGrams);
    return own.filter((_gram, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, probedGrams);
  });
}

async function count<Fields>(model: Model<Stored<Fields>>, filter: Filter, search: SearchFilter | undefined) {
  if (!search) {
    // An empty filter would read the collection. This one matches all records and uses the index `living`.
    const counted = Object.keys(filter).length === 1 ? { ...filter, created_at: { $gt: new Date(0) } } : filter;
    return { total: await model.countDocuments(counted), exact: true, conditions: {}, hint: undefined };
  }
  const { selective, walking, hint } = search;
  const counted = await model.countDocuments(
    { ...filter, ...selective },
    { limit: searchTotalCap + 1, ...using(hint) },
  );
  const exact = counted <= searchTotalCap;
  return {
    total: exact ? counted : searchTotalCap,
    exact,
    // Few matches are sorted in memory; with many, the sort index soon fills a page.
    ...(exact ? { conditions: selective, hint } : { conditions: walking, hint: undefined }),
  };
}

async function counted<Fields>(
  model: Model<Stored<Fields>>,
  filter: Filter,
  search: string,
  { total, total_exact: exact }: Total,
) {
  if (!search) return { total, exact, conditions: {}, hint: undefined };
  const { selective, walking, hint } = await searchFilter(model, filter, search);
  return { total, exact, ...(exact ? { conditions: selective, hint } : { conditions: walking, hint: undefined }) };
}

const using = (hint: string | undefined) => (hint === undefined ? {} : { hint });

type Find<Fields> = (condition: Filter, rows: number, hinted: boolean) => Promise<Stored<Fields>[]>;

function finder<Fields>(
  model: Model<Stored<Fields>>,
  filter: Filter,
  field: string,
  direction: 1 | -1,
  without: readonly string[],
  hint: string | undefined,
): Find<Fields> {
  const unread = Object.fromEntries(['outbox', 'search_grams', 'search_text', ...without].map((name) => [name, 0]));
  return (condition, rows, hinted) =>
    model
      .find({ ...filter, ...condition }, unread, using(hinted ? hint : undefined))
      .sort({ [field]: direction, _id: direction })
      .limit(rows)
      .lean<Stored<Fields>[]>();
}

async function page<Fields>(
  find: Find<Fields>,
  field: string,
  direction: 1 | -1,
  after: Cursor | undefined,
  limit: number,
): Promise<Stored<Fields>[]> {
  if (!after) return find({}, limit, true);
  const beyond = direction === 1 ? '$gt' : '$lt';
  const equal = await find({ [field]: after.key, _id: { [beyond]: after.id } }, limit, false);
  if (equal.length === limit) return equal;
  return [...equal, ...(await find({ [field]: { [beyond]: after.key } }, limit - equal.length, true))];
}

function cursorKeyOf<Fields>(model: Model<Stored<Fields>>, field: string): CursorKey {
  const type = model.schema.path(field)?.instance;
  if (type === 'Date') return 'date';
  return type === 'Number' ? 'number' : 'string';
}

function cursorOf<Fields>(row: Stored<Fields>, field: string): Cursor {
  const value = field
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], row);
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date))
    throw new Error(`${field} cannot be sorted by: it has to be there in each record`);
  return { key: value, id: (row as { _id: string })._id };
}

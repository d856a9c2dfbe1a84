import type { List, ListQuery } from '@docfolio/contracts/list';
import type { Total } from './record-list.js';

/**
 * Rows that a walk reads at a time. Not fewer: what a round trip leaves behind outlives it, and 50 rows at a time took
 * three times the memory of 500 (measured).
 */
const stride = 500;

/**
 * A whole list, a screenful at a time: what isn't read yet isn't loaded, and rows are counted once, with the first
 * screenful. A record that was there all along comes once; one whose sort key is changed meanwhile may come twice or
 * not at all.
 * @param list answers a screenful by handing its query, all of it, to `RecordRepository.list`
 * @param query search, filters and sort; its own `after` and `limit` are not looked at
 */
export async function* screenfuls<Query extends ListQuery, Item>(
  list: (query: Query) => Promise<List<Item>>,
  query: Query,
): AsyncGenerator<List<Item>, void, undefined> {
  let after: string | null | undefined;
  let known: Total | undefined;
  do {
    const screenful = await list({ ...query, limit: stride, after, known });
    const { total, total_exact } = screenful;
    known = { total, total_exact };
    after = screenful.next;
    yield screenful;
  } while (after !== null);
}

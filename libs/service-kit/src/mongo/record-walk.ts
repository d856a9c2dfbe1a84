import type { List, ListQuery } from '@docfolio/contracts/list';
import type { Total } from './record-list.js';

/**
 * Rows that a walk reads at a time. Measured by an export of 200,000 rows in a process that had just started: with 200 to
 * 300 its memory grew by 16 to 29 MB; with fewer the round trips leave more behind (100: 36 MB), with more the rows
 * themselves outlive the young generation (500: 82 MB, 2,000: 196 MB).
 */
const stride = 250;

/**
 * A whole list, a screenful at a time: what isn't read yet isn't loaded, and rows are counted once, with the first
 * screenful. A record that was there all along comes once; one whose sort key is changed meanwhile may come twice or
 * not at all.
 * @param list answers a screenful by handing its query, all of it, to `RecordRepository.list`
 * @param query search, filters and sort; its own `after` and `limit` are not looked at
 */
export async function* batchesOf<Query extends ListQuery, Item>(
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

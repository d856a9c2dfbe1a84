import type { List, ListQuery } from '@docfolio/contracts/core/list';
import type { Total } from './record-list.js';

/** Rows per batch. Measured while exporting 200,000 rows: 200 to 300 need up to 29 MB, 100 need 36, and 500 need 82. */
const stride = 250;

/**
 * Yields a whole list in batches and counts it once. If a record's sort key changes in the meantime, the record may be
 * yielded twice or skipped. @param list must pass its query to `RecordRepository.list`
 * @param query search, filters and sort; `after` and `limit` are ignored
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

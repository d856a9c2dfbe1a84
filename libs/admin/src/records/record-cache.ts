import { call } from '@docfolio/api-client/call';
import { queryKeyOf, queryOf } from '@docfolio/api-client/query';
import type { List } from '@docfolio/contracts/core/list';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { stats } from '@docfolio/contracts/entities/stats';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { CrmRecord, RecordKind } from './record-kind.js';

export type CachedPages<R> = InfiniteData<List<R>>;
type CachedList<R> = List<R> | CachedPages<R> | undefined;

const isPages = <R>(list: List<R> | CachedPages<R>): list is CachedPages<R> => 'pages' in list;

function mapLists<R extends CrmRecord>(client: QueryClient, kind: RecordKind<R>, change: (list: List<R>) => List<R>) {
  client.setQueriesData<CachedList<R>>({ queryKey: queryKeyOf(kind.list) }, (cached) => {
    if (!cached) return cached;
    return isPages(cached) ? { ...cached, pages: cached.pages.map(change) } : change(cached);
  });
}

/** Replaces a record in the cache. A list row that no longer matches a filter stays until a refetch. */
export function replaceRecord<R extends CrmRecord>(client: QueryClient, kind: RecordKind<R>, record: R): void {
  client.setQueryData<unknown>(queryOf(kind.get, { id: record.id }).queryKey, record);
  mapLists(client, kind, (list) => ({
    ...list,
    items: list.items.map((item) => (item.id === record.id ? record : item)),
  }));
}

export function removeFromLists<R extends CrmRecord>(client: QueryClient, kind: RecordKind<R>, id: string): void {
  client.setQueriesData<CachedList<R>>({ queryKey: queryKeyOf(kind.list) }, (cached) => {
    if (!cached) return cached;
    const has = (list: List<R>) => list.items.some((item) => item.id === id);
    const had = isPages(cached) ? cached.pages.some(has) : has(cached);
    if (!had) return cached;
    const without = (list: List<R>): List<R> => ({
      ...list,
      total: Math.max(0, list.total - 1),
      items: list.items.filter((item) => item.id !== id),
    });
    return isPages(cached) ? { ...cached, pages: cached.pages.map(without) } : without(cached);
  });
}

/**
 * Counts again what displayed lists with a search or filter match, after a record was changed. Their rows stay, also one that
 * no longer matches: it must not vanish from under the pointer.
 */
export async function recountLists<R extends CrmRecord>(client: QueryClient, kind: RecordKind<R>): Promise<void> {
  const displayed = client.getQueryCache().findAll({ queryKey: queryKeyOf(kind.list), type: 'active' });
  const recount = async ({ queryKey }: (typeof displayed)[number]) => {
    const [, layout, input = {}] = queryKey as [string, string, Record<string, unknown>?];
    if (layout !== 'pages' || !Object.keys(input).some((name) => name !== 'sort' && name !== 'limit')) return;
    const { total, total_exact } = await call(kind.list, { ...input, limit: 1 } as CallInput<typeof kind.list>);
    client.setQueryData<CachedPages<R>>(
      queryKey,
      (cached) => cached && { ...cached, pages: cached.pages.map((page) => ({ ...page, total, total_exact })) },
    );
  };
  try {
    await Promise.all(displayed.map(recount));
  } catch (error) {
    console.error(`Counting ${kind.many} failed`, error);
  }
}

/** Refetches a kind's lists, counts and public responses; queries that are not displayed only become stale. */
export async function reloadLists<R extends CrmRecord>(client: QueryClient, kind: RecordKind<R>): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: queryKeyOf(kind.list) }), reloadDependents(client, kind)]);
}

/** Refetches the counts, and the public responses (`kind.invalidates`) that show records of this kind. */
export async function reloadDependents<R extends CrmRecord>(client: QueryClient, kind: RecordKind<R>): Promise<void> {
  const invalidated = (kind.invalidates ?? []).map((answer) =>
    client.invalidateQueries({ queryKey: queryKeyOf(answer) }),
  );
  await Promise.all([...invalidated, reloadStats(client)]);
}

/** Refetches the counts of dashboard and sidebar. */
export async function reloadStats(client: QueryClient): Promise<void> {
  const all = [stats.people, stats.content, stats.mails];
  await Promise.all(all.map((operation) => client.invalidateQueries({ queryKey: queryKeyOf(operation) })));
}

/** Returns a record from the cached lists, to show until its own response arrives. */
export function findInLists<R extends CrmRecord>(
  client: QueryClient,
  kind: Pick<RecordKind<R>, 'list'>,
  id: string,
): R | undefined {
  for (const [, cached] of client.getQueriesData<CachedList<R>>({ queryKey: queryKeyOf(kind.list) })) {
    const pages = !cached ? [] : isPages(cached) ? cached.pages : [cached];
    for (const page of pages) {
      const found = page.items.find((item) => item.id === id);
      if (found) return found;
    }
  }
  return undefined;
}

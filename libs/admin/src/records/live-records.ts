import { call } from '@docfolio/api-client/call';
import { infiniteListOf, queryKeyOf, queryOf } from '@docfolio/api-client/query';
import type { LiveChange, LiveTopic } from '@docfolio/contracts/core/live';
import type { CallInput, Operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Query, QueryClient } from '@tanstack/react-query';
import { type CachedPages, findInLists, recountLists, removeFromLists, replaceRecord } from './record-cache.js';
import type { CrmRecord, RecordKind } from './record-kind.js';

/** If more records of a kind change together, its lists are refetched instead of changed row by row. */
const manyChanges = 10;
/** Orders in which a new record is on top. `pending` is one, because new comments are pending. */
const newestFirst: readonly unknown[] = ['-created_at', '-subscribed_at', 'pending'];

export interface LiveViews {
  kinds: readonly RecordKind<CrmRecord>[];
  /** The operations to refetch for topics that are not a kind of record. */
  others: Partial<Record<LiveTopic, readonly Operation[]>>;
  /** The operations to refetch after a record was deleted or restored. */
  trash?: readonly Operation[];
}

/** Applies live changes: updates rows, adds new ones to newest-first lists, refetches the rest. */
export async function applyLiveChanges(
  client: QueryClient,
  { kinds, others, trash = [] }: LiveViews,
  news: readonly LiveChange[],
): Promise<void> {
  if (news.some(({ act }) => act === 'deleted' || act === 'restored'))
    for (const operation of trash) void client.invalidateQueries({ queryKey: queryKeyOf(operation) });
  const byTopic = new Map<LiveTopic, LiveChange[]>();
  for (const change of news) byTopic.set(change.topic, [...(byTopic.get(change.topic) ?? []), change]);
  await Promise.all(
    [...byTopic].map(async ([topic, changes]) => {
      const kind = kinds.find((each) => each.topic === topic);
      for (const operation of kind?.invalidates ?? others[topic] ?? [])
        void client.invalidateQueries({ queryKey: queryKeyOf(operation) });
      if (kind) await applyChanges(client, kind, changes);
    }),
  );
}

async function applyChanges(client: QueryClient, kind: RecordKind<CrmRecord>, changes: readonly LiveChange[]) {
  const latest = new Map(changes.map(({ id, act }) => [id, act]));
  for (const [id, act] of latest) if (act === 'deleted') forget(client, kind, id);
  if (latest.size > manyChanges || [...latest.values()].includes('restored')) {
    await reload(client, kind, [...latest.keys()]);
    return;
  }
  const news = await Promise.all(
    [...latest].map(async ([id, act]) => {
      if (act === 'deleted') return false;
      const shown = findInLists(client, kind, id) !== undefined;
      if (shown || act === 'changed') await refresh(client, kind, id, shown);
      // A changed record may now match a list that lacks it, such as a lead that is no longer spam.
      return !shown;
    }),
  );
  if (news.includes(true)) await refreshHeads(client, kind);
  await recountLists(client, kind);
}

const listsOf = (client: QueryClient, kind: RecordKind<CrmRecord>) =>
  client.getQueryCache().findAll({ queryKey: queryKeyOf(kind.list), type: 'active' });

async function reload(client: QueryClient, kind: RecordKind<CrmRecord>, ids: readonly string[]): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeyOf(kind.list) }),
    ...ids.map((id) => client.invalidateQueries({ queryKey: queryOf(kind.get, { id }).queryKey })),
  ]);
}

function forget(client: QueryClient, kind: RecordKind<CrmRecord>, id: string): void {
  removeFromLists(client, kind, id);
  void client.invalidateQueries({ queryKey: queryOf(kind.get, { id }).queryKey });
}

/** Refetches a record that is cached, alone or in a list (`shown`), and updates the cached lists. */
async function refresh(client: QueryClient, kind: RecordKind<CrmRecord>, id: string, shown: boolean): Promise<void> {
  const query = queryOf(kind.get, { id });
  if (!shown && client.getQueryState(query.queryKey) === undefined) return;
  try {
    replaceRecord(client, kind, await client.fetchQuery({ ...query, staleTime: 0, retry: false }));
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') forget(client, kind, id);
    else console.error(`Bringing a ${kind.one} up to date failed`, error);
  }
}

/** Adds new records to displayed lists with the newest first; refetches the other displayed lists. */
async function refreshHeads(client: QueryClient, kind: RecordKind<CrmRecord>): Promise<void> {
  await Promise.all(
    listsOf(client, kind).map(async (query) => {
      const [, layout, input] = query.queryKey as [string, unknown, Record<string, unknown> | undefined];
      const cached = query.state.data as CachedPages<CrmRecord> | undefined;
      if (layout !== 'pages' || !input || !cached || query.state.fetchStatus === 'fetching' || !isNewestFirst(input)) {
        await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
        return;
      }
      await refreshHead(client, kind, query, input);
    }),
  );
}

const isNewestFirst = ({ sort }: Record<string, unknown>) => sort === undefined || newestFirst.includes(sort);

async function refreshHead(
  client: QueryClient,
  kind: RecordKind<CrmRecord>,
  query: Query,
  input: Record<string, unknown>,
): Promise<void> {
  const first = await call(kind.list, input as CallInput<typeof kind.list>).catch((error: unknown) => {
    console.error(`Looking for new ${kind.many} failed`, error);
    return undefined;
  });
  if (!first) return;
  const { queryKey } = infiniteListOf(kind.list, input);
  const cached = client.getQueryData(queryKey) as CachedPages<CrmRecord> | undefined;
  if (!cached) return;
  const known = new Set(cached.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const fresh = first.items.filter(({ id }) => !known.has(id));
  // There may be further new records between the first page and the cached ones.
  if (fresh.length === first.items.length && known.size > 0) {
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    return;
  }
  const answered = new Map(first.items.map((item) => [item.id, item]));
  client.setQueryData(queryKey as unknown as readonly unknown[], {
    ...cached,
    pages: cached.pages.map((page, at) => ({
      ...page,
      total: first.total,
      total_exact: first.total_exact,
      items: [...(at === 0 ? fresh : []), ...page.items.map((item) => answered.get(item.id) ?? item)],
    })),
  });
}

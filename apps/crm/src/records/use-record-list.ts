import { infiniteListOf, queryOf } from '@docfolio/api-client/query';
import { recordId } from '@docfolio/contracts/text';
import { toast } from '@docfolio/ui/runtime';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { findInLists } from './record-cache.js';
import type { CrmRecord, RecordKind } from './record-kind.js';
import { totalText } from './record-texts.js';

/**
 * A kind's records by page. A failure is logged, and shown in a toast where the specification has one (section 8).
 * @param query of the list, without cursor and limit
 */
export function useRecordList<R extends CrmRecord>(kind: RecordKind<R>, query: Readonly<Record<string, unknown>>) {
  const list = useInfiniteQuery({ ...infiniteListOf(kind.list, query), placeholderData: keepPreviousData });
  const { data, error } = list;
  const { words, many } = kind;
  useEffect(() => {
    if (!error) return;
    console.error(`Loading ${many} failed`, error);
    if (words.toastsFetch) toast({ title: 'Error', description: words.fetchFailed, variant: 'destructive' });
  }, [error, words, many]);
  const rows = useMemo(() => {
    const byId = new Map<string, R>();
    for (const page of data?.pages ?? []) for (const record of page.items) byId.set(record.id, record);
    return [...byId.values()];
  }, [data]);
  // The newest response has the best total.
  const newest = data?.pages.at(-1);
  return {
    ...list,
    rows,
    total: newest && totalText(newest),
    /** The next page failed; the list's end shows it. */
    failed: list.isError && !list.isFetchNextPageError,
    moreFailed: list.isFetchNextPageError ? `More ${many} could not be loaded.` : null,
  };
}

export type RecordListQuery<R extends CrmRecord> = ReturnType<typeof useRecordList<R>>;

/** Returns one record: from a cached list until its own response arrives. */
export function useRecord<R extends CrmRecord>(kind: Pick<RecordKind<R>, 'list' | 'get'>, id: string) {
  const client = useQueryClient();
  const query = useQuery({ ...queryOf(kind.get, { id }), enabled: recordId.safeParse(id).success });
  return { ...query, data: query.data ?? (query.isError ? undefined : findInLists(client, kind, id)) };
}

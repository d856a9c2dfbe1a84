import { infiniteListOf, queryOf } from '@docfolio/api-client/query';
import { recordId } from '@docfolio/contracts/core/text';
import { toast } from '@docfolio/ui/runtime';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { findInLists } from './record-cache.js';
import type { CrmRecord, RecordKind } from './record-kind.js';
import { totalText } from './record-texts.js';

/** Loads a kind's records by page. A failure is logged and, if `toastsFetch`, shows a toast. */
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
  // The page loaded last has the most recent total.
  const newest = data?.pages.at(-1);
  return {
    ...list,
    rows,
    total: newest && totalText(newest),
    /** Loading or refetching failed. `moreFailed`: message if only a further page failed. */
    failed: list.isError && !list.isFetchNextPageError,
    moreFailed: list.isFetchNextPageError ? `More ${many} could not be loaded.` : null,
  };
}

export type RecordListQuery<R extends CrmRecord> = ReturnType<typeof useRecordList<R>>;

/** Loads one record. Until its response arrives, `data` is the record from a cached list, if one has it. */
export function useRecord<R extends CrmRecord>(kind: Pick<RecordKind<R>, 'list' | 'get'>, id: string) {
  const client = useQueryClient();
  const query = useQuery({ ...queryOf(kind.get, { id }), enabled: recordId.safeParse(id).success });
  return { ...query, data: query.data ?? (query.isError ? undefined : findInLists(client, kind, id)) };
}

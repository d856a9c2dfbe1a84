import { infiniteListOf, queryOf } from '@docfolio/api-client/query';
import { type Lead, leads } from '@docfolio/contracts/lead';
import { recordId } from '@docfolio/contracts/text';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { findInLists } from './lead-cache.js';
import type { LeadListState } from './lead-list-state.js';
import { totalText } from './lead-texts.js';

/** The leads that match, newest first unless sorted otherwise, a screenful at a time. */
export function useLeadList({ spam, ...filters }: LeadListState) {
  const query = useInfiniteQuery({
    ...infiniteListOf(leads.list, { ...filters, spam: spam ?? 'hide' }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  // Loading leads fails in the log and in the list's own place, never as a toast (specification, section 8).
  useEffect(() => {
    if (error) console.error('Loading leads failed', error);
  }, [error]);
  const rows = useMemo(() => {
    const byId = new Map<string, Lead>();
    for (const page of data?.pages ?? []) for (const lead of page.items) byId.set(lead.id, lead);
    return [...byId.values()];
  }, [data]);
  // The newest answer knows the total best.
  const newest = data?.pages.at(-1);
  return { ...query, rows, total: newest && totalText(newest) };
}

/** One lead, at once where a list has it already and then as it is now. */
export function useLead(id: string) {
  const client = useQueryClient();
  return useQuery({
    ...queryOf(leads.get, { id }),
    enabled: recordId.safeParse(id).success,
    placeholderData: () => findInLists(client, id),
  });
}

/** How many leads there are, for the sidebar: `null` when that could not be asked, undefined while it is. */
export function useLeadCount() {
  const { data, isError } = useQuery(queryOf(leads.list, { limit: 1 }));
  if (data) return { text: totalText(data), words: `${totalText(data)} leads` };
  return isError ? null : undefined;
}

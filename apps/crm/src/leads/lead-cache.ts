import { queryKeyOf, queryOf } from '@docfolio/api-client/query';
import { type Lead, leads } from '@docfolio/contracts/lead';
import type { List } from '@docfolio/contracts/list';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

type LeadList = List<Lead>;
type CachedList = LeadList | InfiniteData<LeadList> | undefined;

const isPages = (list: LeadList | InfiniteData<LeadList>): list is InfiniteData<LeadList> => 'pages' in list;

function mapLists(client: QueryClient, change: (list: LeadList) => LeadList): void {
  client.setQueriesData<CachedList>({ queryKey: queryKeyOf(leads.list) }, (cached) => {
    if (!cached) return cached;
    return isPages(cached) ? { ...cached, pages: cached.pages.map(change) } : change(cached);
  });
}

/**
 * Puts a lead as the server has just answered it into every list that shows it, where it stands: a row that no longer
 * matches a filter stays under the reader's eyes until the list is loaded again.
 */
export function replaceLead(client: QueryClient, lead: Lead): void {
  client.setQueryData(queryOf(leads.get, { id: lead.id }).queryKey, lead);
  mapLists(client, (list) => ({
    ...list,
    items: list.items.map((item) => (item.id === lead.id ? lead : item)),
  }));
}

/** Takes a lead out of every list that shows it. */
export function removeFromLists(client: QueryClient, id: string): void {
  client.setQueriesData<CachedList>({ queryKey: queryKeyOf(leads.list) }, (cached) => {
    if (!cached) return cached;
    const without = (list: LeadList, had: boolean): LeadList => ({
      ...list,
      total: had ? Math.max(0, list.total - 1) : list.total,
      items: list.items.filter((item) => item.id !== id),
    });
    const has = (list: LeadList) => list.items.some((item) => item.id === id);
    if (!isPages(cached)) return without(cached, has(cached));
    const had = cached.pages.some(has);
    return { ...cached, pages: cached.pages.map((page) => without(page, had)) };
  });
}

/** Loads every list and count of leads anew. */
export function reloadLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: queryKeyOf(leads.list) });
}

/** A lead that a loaded list holds: what a drawer can show before its own answer is there. */
export function findInLists(client: QueryClient, id: string): Lead | undefined {
  for (const [, cached] of client.getQueriesData<CachedList>({ queryKey: queryKeyOf(leads.list) })) {
    const pages = !cached ? [] : isPages(cached) ? cached.pages : [cached];
    for (const page of pages) {
      const found = page.items.find((item) => item.id === id);
      if (found) return found;
    }
  }
  return undefined;
}

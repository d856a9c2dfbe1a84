import { type LiveNews, useLiveChanges } from '@docfolio/api-client/live';
import { contentTrash, peopleTrash } from '@docfolio/contracts/trash';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { reloadStats } from '../records/record-cache.js';

/** Milliseconds from a live change to refetching the counts; further changes in this time share the refetch. */
const figuresInterval = 400;

const trash = [peopleTrash.list, contentTrash.list];

/** Applies live changes from the server to cached lists, records, trash and counts. Call it once, for admins only. */
export function useLiveRecords(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveChanges((news) => {
    void apply(client, news);
    if (news !== 'reset' && news.some(({ act }) => act === 'deleted' || act === 'restored'))
      for (const { path, method } of trash) void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
    // Entries of the audit trail are not counted.
    if (news !== 'reset' && news.every(({ topic }) => topic === 'audit_entries')) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void reloadStats(client);
    }, figuresInterval);
  });
}

/** Applies changes with code that is loaded at the first of them. If it does not load, all data is refetched. */
async function apply(client: QueryClient, news: LiveNews): Promise<void> {
  try {
    const { applyLiveNews, liveViews } = await import('./live-views.js');
    await applyLiveNews(client, liveViews, news);
  } catch (error) {
    console.error('Applying live changes failed: all data is refetched', error);
    await client.invalidateQueries({ predicate: ({ meta }) => meta?.access === 'admin' });
  }
}

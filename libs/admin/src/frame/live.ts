import { type LiveNews, useLiveChanges } from '@docfolio/api-client/live';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AdminPart } from '../admin-part.js';
import { reloadStats } from '../records/record-cache.js';

/** Milliseconds from a live change to refetching the counts; further changes in this time share the refetch. */
const figuresInterval = 400;

/**
 * Passes live changes from the server on to the remotes that were shown, and refetches the counts. Call it once, for
 * admins only. @param shownParts returns what the remotes among them that are loaded declare
 */
export function useLiveRecords(shownParts: () => readonly AdminPart[]): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveChanges((news) => {
    if (news === 'reset') void refetchAll(client);
    for (const part of shownParts()) void apply(client, part, news);
    // Entries of the audit trail are not counted.
    if (news !== 'reset' && news.every(({ topic }) => topic === 'audit_entries')) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void reloadStats(client);
    }, figuresInterval);
  });
}

/** Applies changes with code that is loaded at the first of them. If it does not load, all data is refetched. */
async function apply(client: QueryClient, part: AdminPart, news: LiveNews): Promise<void> {
  try {
    await part.applyLiveChanges(client, news);
  } catch (error) {
    console.error('Applying live changes failed: all data is refetched', error);
    await refetchAll(client);
  }
}

const refetchAll = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.access === 'admin' });

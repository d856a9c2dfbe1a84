import { queryKeyOf, queryOf } from '@docfolio/api-client/query';
import { type System, systemJobs, systemStatus } from '@docfolio/contracts/entities/system';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';

/** Milliseconds between refetches while the page is visible; shorter while a backup shows its progress. */
const interval = 10_000;
const intervalOfProgress = 2_000;

/** Returns the state of the system, which is refetched while the page is visible. */
export function useSystem() {
  const query = useQuery({
    ...queryOf(systemStatus.get, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.backups.running ? intervalOfProgress : interval),
  });
  const { data, error, dataUpdatedAt } = query;
  useEffect(() => {
    if (error) console.error('Loading the state of the system failed', error);
  }, [error]);
  // The server's clock: ages of its timestamps are right even if the clock of this device is not.
  const serverTime = useCallback(
    (now: number) => (data ? Date.parse(data.checked_at) + Math.max(0, now - dataUpdatedAt) : now),
    [data, dataUpdatedAt],
  );
  return { ...query, serverTime };
}

export type SystemQuery = ReturnType<typeof useSystem>;

/** What the panels show: the state, and the server's time at the last check, in ms. */
export interface PanelProps {
  system: System;
  now: number;
}

/** Refetches the state, and the jobs that are shown. */
export async function reloadSystem(client: QueryClient): Promise<void> {
  const operations = [systemStatus.get, systemJobs.list, systemJobs.get];
  await Promise.all(operations.map((operation) => client.invalidateQueries({ queryKey: queryKeyOf(operation) })));
}

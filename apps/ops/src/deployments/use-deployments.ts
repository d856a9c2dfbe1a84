import { infiniteListOf, queryKeyOf, queryOf } from '@docfolio/api-client/query';
import { type BuildSummary, type ManagedRemote, remotes } from '@docfolio/contracts/entities/remote';
import { remoteReports } from '@docfolio/contracts/entities/remote-report';
import { type QueryClient, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

// Every query refetches when the page opens: what was cached may be from before a deployment by another admin or a CI job.
const fresh = { staleTime: 0 } as const;

export const useRemotes = () => useQuery({ ...queryOf(remotes.list, {}), ...fresh });

export const useBuilds = (name: string) => useQuery({ ...queryOf(remotes.builds, { name }), ...fresh });

/** Returns the builds of several remotes by id, and which of them could not be loaded. */
export function useAllBuilds(names: readonly string[]) {
  const lists = useQueries({ queries: names.map((name) => ({ ...queryOf(remotes.builds, { name }), ...fresh })) });
  const failed = lists.filter(({ isError, data }) => isError && !data);
  return {
    loading: lists.some(({ isPending }) => isPending),
    failedNames: names.filter((_, index) => failed.includes(lists[index]!)),
    retrying: failed.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const list of failed) void list.refetch();
    },
    buildOf: (name: string, build: string | null): BuildSummary | undefined =>
      lists[names.indexOf(name)]?.data?.items.find((each) => each.build === build),
  };
}

/** Returns the deployment history, of all remotes or of one, by pages. */
export function useChanges(remote: string | undefined) {
  const list = useInfiniteQuery({ ...infiniteListOf(remotes.changes, remote ? { remote } : {}), ...fresh });
  const { data, error } = list;
  useEffect(() => {
    if (error) console.error('Loading the deployment history failed', error);
  }, [error]);
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  return { list, rows };
}

/** Replaces a remote in the cached list, and starts to refetch what its change affects. */
export function adoptRemote(client: QueryClient, remote: ManagedRemote): void {
  client.setQueryData(
    queryOf(remotes.list, {}).queryKey,
    (cached) =>
      // An older response must not undo a newer live update.
      cached && {
        ...cached,
        items: cached.items.map((item) =>
          item.name === remote.name && item.version <= remote.version ? remote : item,
        ),
      },
  );
  reloadDeployments(client);
}

export function reloadDeployments(client: QueryClient): void {
  for (const operation of [remotes.list, remotes.changes, remoteReports.statistics])
    void client.invalidateQueries({ queryKey: queryKeyOf(operation) });
}

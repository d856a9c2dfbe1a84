import { queryOf } from '@docfolio/api-client/query';
import { stats } from '@docfolio/contracts/stats';
import { peopleTrash } from '@docfolio/contracts/trash';
import { useQuery } from '@tanstack/react-query';
import { allKinds } from '../kinds.js';

/** The number beside a link, by the link's path: undefined while it loads, null if that failed. */
export type SidebarCounts = Readonly<Record<string, { text: string; words: string } | null | undefined>>;

/** Milliseconds until missing counts are requested again; there is no room for a Retry button. */
const retryInterval = 10_000;
const retried = {
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? retryInterval : false),
} as const;

export function useSidebarCounts(): SidebarCounts {
  const people = useQuery({ ...queryOf(stats.people, {}), ...retried });
  const content = useQuery({ ...queryOf(stats.content, {}), ...retried });
  return Object.fromEntries(
    allKinds.map(({ path, count, many, trash }) => {
      const { data, isError } = trash === peopleTrash ? people : content;
      const number = count && (data as Partial<Record<string, number>> | undefined)?.[count]?.toLocaleString('en-US');
      return [path, number ? { text: number, words: `${number} ${many}` } : count && isError ? null : undefined];
    }),
  );
}

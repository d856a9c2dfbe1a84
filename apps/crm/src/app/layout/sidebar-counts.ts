import { queryOf } from '@docfolio/api-client/query';
import { stats } from '@docfolio/contracts/stats';
import { peopleTrash } from '@docfolio/contracts/trash';
import { useQuery } from '@tanstack/react-query';
import { useCanaryShare } from '../../deployments/canary-share.js';
import { useSystemTrouble } from '../../system/use-system-trouble.js';
import { allKinds } from '../kinds.js';

/** The number beside each sidebar link, or `alert`, by path. Undefined: none, or loading. Null: failed to load. */
export type SidebarCounts = Readonly<Record<string, { text: string; words: string } | 'alert' | null | undefined>>;

/** Milliseconds until counts that failed to load are refetched: the sidebar has no room for a Retry button. */
const retryInterval = 10_000;
const retried = {
  refetchInterval: ({ state }: { state: { status: string } }) => (state.status === 'error' ? retryInterval : false),
} as const;

export function useSidebarCounts(): SidebarCounts {
  const people = useQuery({ ...queryOf(stats.people, {}), ...retried });
  const content = useQuery({ ...queryOf(stats.content, {}), ...retried });
  const canaryShare = useCanaryShare();
  const isInTrouble = useSystemTrouble();
  const counts: SidebarCounts = Object.fromEntries(
    allKinds.map(({ path, count, many, trash }) => {
      const { data, isError } = trash === peopleTrash ? people : content;
      const number = count && (data as Partial<Record<string, number>> | undefined)?.[count]?.toLocaleString('en-US');
      return [path, number ? { text: number, words: `${number} ${many}` } : count && isError ? null : undefined];
    }),
  );
  return { ...counts, '/admin/deployments': canaryShare, '/admin/system': isInTrouble ? 'alert' : undefined };
}

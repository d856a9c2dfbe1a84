import { queryOf } from '@docfolio/api-client/query';
import { stats } from '@docfolio/contracts/entities/stats';
import { peopleTrashTypes } from '@docfolio/contracts/entities/trash';
import { useQuery } from '@tanstack/react-query';
import { allKindFacts } from '../../kinds/kind-facts.js';
import { operationsPath } from '../page-links.js';
import { useSystemTrouble } from './use-system-trouble.js';

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
  const isInTrouble = useSystemTrouble();
  const counts: SidebarCounts = Object.fromEntries(
    allKindFacts.map(({ topic, path, count, many }) => {
      const { data, isError } = peopleTrashTypes.some((type) => type === topic) ? people : content;
      const number = count && (data as Partial<Record<string, number>> | undefined)?.[count]?.toLocaleString('en-US');
      return [path, number ? { text: number, words: `${number} ${many}` } : count && isError ? null : undefined];
    }),
  );
  return { ...counts, [operationsPath]: isInTrouble ? 'alert' : undefined };
}

import { queryOf } from '@docfolio/api-client/query';
import { remotes } from '@docfolio/contracts/entities/remote';
import { useQuery } from '@tanstack/react-query';

/** Returns the share of the running canary of several the largest; undefined if there is none. */
export function useCanaryShare(): { text: string; words: string } | undefined {
  const { data } = useQuery(queryOf(remotes.list, {}));
  const running = data?.items.flatMap(({ name, canary }) => (canary ? [{ name, percent: canary.percent }] : [])) ?? [];
  if (running.length === 0) return undefined;
  return {
    text: `${Math.max(...running.map(({ percent }) => percent))} %`,
    words: `canary: ${running.map(({ name, percent }) => `${name} ${percent} %`).join(', ')}`,
  };
}

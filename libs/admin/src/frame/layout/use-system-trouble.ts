import type { System } from '@docfolio/contracts/entities/system';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Milliseconds between fetches of the state for the sidebar. */
const interval = 60_000;
/** Milliseconds from the start to the first fetch, so that the requests and the first paint of the page precede it. */
const startDelay = 2_000;

/** Returns whether the sidebar marks Operations because something is wrong; false while the state is unknown. */
export function useSystemTrouble(): boolean {
  const [isStarted, setIsStarted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsStarted(true), startDelay);
    return () => clearTimeout(timer);
  }, []);
  const { data = false, isError } = useQuery({
    // The query of the System page. Its operation is loaded on demand: its schemas would enlarge the start of every page.
    queryKey: ['GET /admin/system', {}],
    queryFn: async ({ signal }): Promise<System> =>
      (await import(/* webpackChunkName: "lazy-system" */ './load-system.js')).loadSystem(signal),
    select: ({ troubles }) => troubles.length > 0,
    enabled: isStarted,
    staleTime: interval,
    refetchInterval: interval,
    retry: false,
    meta: { access: 'admin' },
  });
  return data && !isError;
}

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether this is a browser that has taken the page over: false on a server and while its HTML is taken over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns false on a server and during hydration, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

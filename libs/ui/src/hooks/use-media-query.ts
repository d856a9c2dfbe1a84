import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches and re-renders when that changes; false on a server. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia?.(query);
      media?.addEventListener('change', listener);
      return () => media?.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(query).matches ?? false,
    () => false,
  );
}

/** Media query of phones: narrower than 768 px (specification, section 9). */
export const phoneQuery = '(width < 48rem)';

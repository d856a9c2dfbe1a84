import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches, followed as it changes. A server, and a browser that can't tell, answer `false`. */
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

/** A phone's width: under 768 px (specification, section 9), where tables become rows and drawers sheets. */
export const PHONE_QUERY = '(width < 48rem)';

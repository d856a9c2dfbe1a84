import { useCallback, useInsertionEffect, useRef } from 'react';

/** Returns a stable function that calls the latest handler, for memoised rows. Do not call it while rendering. */
export function useStableHandler<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler);
  useInsertionEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

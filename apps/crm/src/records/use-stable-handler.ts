import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * Returns a function that stays the same between renders and calls the latest handler, so that memoised rows do not
 * re-render. Do not call it while rendering.
 */
export function useStableHandler<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler);
  useInsertionEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

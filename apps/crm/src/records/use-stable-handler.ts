import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * Returns a stable function that calls the latest handler, so that memoised rows do not re-render. Not to be called while
 * rendering.
 */
export function useStableHandler<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler);
  useInsertionEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

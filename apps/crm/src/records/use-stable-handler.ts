import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * The same function on every render, which runs the latest one it was given: handed to the rows of a long list, it
 * leaves them alone when nothing of theirs has changed. Not to be called while rendering.
 */
export function useStableHandler<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler);
  useInsertionEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

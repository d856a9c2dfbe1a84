import { useLocation } from '@docfolio/federation/router';
import { useEffect } from 'react';

/**
 * Shows the place that the address names once the page is there: its file may arrive later than the address. A page
 * that stands where it was left, after a reload, stays there.
 */
export function useHashTarget(): void {
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes of the fragment are the shell's
  useEffect(() => {
    if (hash && window.scrollY === 0) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
}

import { useLocation } from '@docfolio/federation/router';
import { useEffect } from 'react';

/**
 * Shows the section that the address names once the post is there: it arrives later than the address. A page that
 * stands where it was left, after a reload, stays there.
 */
export function useHashTarget(): void {
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes of the fragment are the shell's
  useEffect(() => {
    if (hash && window.scrollY === 0) document.getElementById(idOf(hash))?.scrollIntoView();
  }, []);
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // Not a valid escape: no section has such an id.
    return '';
  }
}

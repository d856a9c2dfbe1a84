import { useLocation, useNavigationType } from '@docfolio/federation/router';
import { useLayoutEffect } from 'react';

const storageKey = 'scroll-positions';
/** Milliseconds that a restored page may take to grow to the height it had. */
const growthTime = 3000;
/** Entries of the history whose positions are kept. */
const keptEntries = 50;

const positions = new Map<string, number>(readStored());

function readStored(): [string, number][] {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]') as [string, number][];
  } catch {
    // Storage is refused or holds something else: pages are then restored at their top.
    return [];
  }
}

function store() {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-keptEntries)));
  } catch {
    // Refused storage: positions last as long as the document.
  }
}

/**
 * Going to a page begins at its top, or at the fragment's target; going back and forth, and loading the page anew,
 * ends where it was left, also when the content arrives later than the address.
 */
export function useScrollPosition(): void {
  const { key, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, []);

  // A change of the query alone (a filter, a drawer) stays where it is: a move is another pathname or fragment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => (navigation === 'POP' ? restore(positions.get(key) ?? 0) : begin(hash)), [pathname, hash]);
  useLayoutEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);
}

function begin(hash: string): undefined {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (target) target.scrollIntoView();
  else window.scrollTo(0, 0);
}

/** Scrolls to a position as soon as the page is tall enough, unless the visitor scrolls first. */
function restore(position: number): () => void {
  window.scrollTo(0, position);
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, position);
    if (Math.abs(window.scrollY - position) < 2) stop();
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(event, stop);
  };
  const timer = setTimeout(stop, growthTime);
  for (const event of ['wheel', 'touchstart', 'keydown']) window.addEventListener(event, stop, { passive: true });
  if (position > 0) observer.observe(document.body);
  else stop();
  return stop;
}

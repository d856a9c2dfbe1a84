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
 * ends where it was left. Either also when the content arrives later than the address.
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
  useLayoutEffect(() => {
    const document = openDocument();
    // Somebody has scrolled what the web process has drawn, before it was taken over: nothing moves under him.
    if (document && window.scrollY > 0) return undefined;
    const left = navigation === 'POP' && document !== 'new' ? positions.get(key) : undefined;
    return left === undefined ? begin(hash) : restore(left);
  }, [pathname, hash]);
  useLayoutEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);
}

let opened = false;

/**
 * On the first page of a document: whether somebody has gone to it, or has loaded it anew or come back to it. The router
 * takes either for a step back, under one key for all documents. Undefined from then on.
 */
function openDocument(): 'new' | 'again' | undefined {
  if (opened) return undefined;
  opened = true;
  const [entry] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[];
  return entry?.type === 'navigate' ? 'new' : 'again';
}

function begin(hash: string): () => void {
  const arrive = () => {
    const target = document.getElementById(idOf(hash));
    target?.scrollIntoView();
    return target !== null;
  };
  if (hash && arrive()) return () => undefined;
  window.scrollTo(0, 0);
  return hash ? arriveLater(arrive) : () => undefined;
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // Not a valid escape: nothing has such an id.
    return '';
  }
}

function restore(position: number): () => void {
  const arrive = () => {
    window.scrollTo(0, position);
    return Math.abs(window.scrollY - position) < 2;
  };
  return arrive() ? () => undefined : arriveLater(arrive);
}

/** Tries again whenever the page grows, for a while, unless the visitor scrolls first. @returns what ends it */
function arriveLater(arrive: () => boolean): () => void {
  const observer = new ResizeObserver(() => arrive() && stop());
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(event, stop);
  };
  const timer = setTimeout(stop, growthTime);
  for (const event of ['wheel', 'touchstart', 'keydown']) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

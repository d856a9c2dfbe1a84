import { useLocation, useNavigationType } from '@docfolio/federation/router';
import { useLayoutEffect } from 'react';

const storageKey = 'scroll-positions';
/** Milliseconds that a restored page may take to reach its previous height. */
const growthTime = 3000;
/** History entries whose positions are stored. */
const keptEntries = 50;

const positions = new Map<string, number>(readStored());

function readStored(): [string, number][] {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]') as [string, number][];
  } catch {
    // Storage is blocked or holds something else.
    return [];
  }
}

function store() {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-keptEntries)));
  } catch {
    // Storage is blocked: positions last as long as the document.
  }
}

/**
 * Scrolls a new page to its top or fragment, and restores the position after Back, Forward and reload, also if the content
 * is rendered later.
 */
export function useScrollPosition(): void {
  const { key, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, []);

  // A change of the query alone (a filter, a drawer) does not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const document = openDocument();
    // The visitor has scrolled before hydration.
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
 * Returns `new` if the first page of a document was navigated to, `again` if it was reloaded or restored, which the router
 * cannot distinguish; undefined for later pages.
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
    // An invalid escape matches no id.
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

/** Retries while the page grows, until the visitor scrolls or the time is over. @returns a function that stops it */
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

import { useLocation, useNavigationType } from '@docfolio/federation/router';
import { headingIdOf, headingSlugOf } from '@docfolio/markdown/heading-ids';
import { useLayoutEffect } from 'react';

const storageKey = 'scroll-positions';
/** Milliseconds after a navigation during which scrolling is retried whenever the page's size changes. */
const growthTime = 3000;
/** Number of history entries whose positions survive a reload. */
const keptEntries = 50;

const positions = new Map<string, number>(readStored());

function readStored(): [string, number][] {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function store() {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-keptEntries)));
  } catch {
    // Without storage, a reload loses the positions.
  }
}

/** Scrolls a new page to its top or fragment, and restores the position after Back, Forward and reload. */
export function useScrollPosition(): void {
  const { key, pathname, hash } = useLocation();
  const navigation = useNavigationType();
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, []);

  // A change of only the query (such as a filter) does not scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const document = openDocument();
    // Keeps the position if the visitor has scrolled before hydration.
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

/** Returns how the document was opened: `new` by a navigation, `again` by reload or history. Only on the first call. */
function openDocument(): 'new' | 'again' | undefined {
  if (opened) return undefined;
  opened = true;
  const [entry] = (performance.getEntriesByType?.('navigation') ?? []) as PerformanceNavigationTiming[];
  return entry?.type === 'navigate' ? 'new' : 'again';
}

function begin(hash: string): () => void {
  const arrive = () => {
    const target = targetOf(idOf(hash));
    target?.scrollIntoView();
    return target !== null;
  };
  if (hash && arrive()) return () => undefined;
  window.scrollTo(0, 0);
  return hash ? arriveLater(arrive) : () => undefined;
}

/** Returns the element with an id, or else the heading whose words it is: `#setup` means `Setup`, as within a post. */
function targetOf(id: string): HTMLElement | null {
  const slug = headingSlugOf(id);
  return document.getElementById(id) ?? (slug === '' ? null : document.getElementById(headingIdOf(slug)));
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
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

/**
 * Calls `arrive`, which scrolls, at each change of the page's size until it returns true, the visitor scrolls or
 * `growthTime` is over. @returns a function that stops this
 */
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

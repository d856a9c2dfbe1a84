import { type RefObject, useEffect, useRef } from 'react';

/** How far before the end the next page is asked for, in CSS px: about ten rows. */
const AHEAD_PX = 440;

/**
 * Returns the ref of an element at the list's end; calls `onLoadMore` when that comes near, and again after each load
 * (`loaded` changes) for as long as it stays near. `region` is what scrolls; null means the page.
 */
export function useLoadMore({
  region,
  onLoadMore,
  loaded,
}: {
  region: RefObject<HTMLElement | null> | null;
  onLoadMore: (() => void) | undefined;
  loaded: number;
}) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onLoadMore);
  useEffect(() => {
    latest.current = onLoadMore;
  });
  const active = onLoadMore !== undefined;
  useEffect(() => {
    const element = end.current;
    // Observed anew after each load: an observer reports changes only, and the end may still be in sight.
    if (!element || !active || loaded === 0 || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current?.();
      },
      { root: region?.current ?? null, rootMargin: `${AHEAD_PX}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [active, loaded, region]);
  return end;
}

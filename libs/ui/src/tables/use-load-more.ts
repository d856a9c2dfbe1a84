import { type RefObject, useEffect, useRef } from 'react';

/** CSS px before the end at which more rows are loaded: ten rows. */
const lookaheadPx = 440;

/** Returns a ref for a list's end; calls `onLoadMore` when it comes near the visible part of `region` (null: page). */
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
    // Observes again after each load: an observer only reports changes, and the end may still be visible.
    if (!element || !active || loaded === 0 || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current?.();
      },
      { root: region?.current ?? null, rootMargin: `${lookaheadPx}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [active, loaded, region]);
  return end;
}

import { type RefObject, useEffect, useRef } from 'react';

/** CSS px before the end at which the next page is loaded: about ten rows. */
const LOOKAHEAD_PX = 440;

/**
 * Returns a ref for an element at the list's end. Calls `onLoadMore` when that element comes near the visible area, and
 * again after each load (`loaded` changes) while it stays near.
 * @param region the element that scrolls; null if the page does
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
    // Observe again after each load: an observer only reports changes, and the end may still be visible.
    if (!element || !active || loaded === 0 || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current?.();
      },
      { root: region?.current ?? null, rootMargin: `${LOOKAHEAD_PX}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [active, loaded, region]);
  return end;
}

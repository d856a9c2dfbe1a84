import { useEffect, useState } from 'react';
import { classNames } from './class-names.js';

/** How long something may load before a skeleton shows, in milliseconds: a quick answer never flickers. */
export const SKELETON_DELAY_MS = 150;

/** A bar with the geometry of the text that comes; give it its width. No shimmer. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('h-2.5 rounded-bar bg-select', className)} />;
}

/** True once `waiting` has lasted 150 ms (or `delay` ms); false again at once when it ends. */
export function useDelayed(waiting: boolean, delay = SKELETON_DELAY_MS): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), delay);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, delay]);
  return waiting && late;
}

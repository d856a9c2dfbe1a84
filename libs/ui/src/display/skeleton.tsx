import { useEffect, useState } from 'react';
import { classNames } from '../class-names.js';

export const skeletonDelayMs = 150;

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('h-2.5 rounded-bar bg-select', className)} />;
}

/** Returns true once `waiting` has been true for `delay` ms, and false as soon as `waiting` is false. */
export function useDelayed(waiting: boolean, delay = skeletonDelayMs): boolean {
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

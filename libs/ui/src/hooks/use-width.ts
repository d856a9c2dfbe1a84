import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns the inner width of an element in CSS px, 0 before it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(measured);
    return () => resized.disconnect();
  }, [element]);
  return width;
}

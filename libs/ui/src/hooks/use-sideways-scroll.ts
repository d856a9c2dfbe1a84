import { type RefObject, useEffect } from 'react';

/** Sets `data-hides-left` and `-right` while a scroll container hides content there; keeps focused controls in view. */
export function useSidewaysScroll(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = region.current;
    if (!root) return;
    const mark = () => {
      const { scrollLeft, clientWidth, scrollWidth } = root;
      root.toggleAttribute('data-hides-left', scrollLeft > 0);
      root.toggleAttribute('data-hides-right', scrollLeft + clientWidth < scrollWidth - 1);
    };
    // Browsers treat a control under a sticky cell as visible. Scrolling on pointer focus would lose the click.
    const reveal = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('[data-scrolls]') && target.matches(':focus-visible'))
        target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    mark();
    const resized = new ResizeObserver(mark);
    resized.observe(root);
    root.addEventListener('scroll', mark, { passive: true });
    root.addEventListener('focusin', reveal);
    return () => {
      root.removeEventListener('focusin', reveal);
      resized.disconnect();
      root.removeEventListener('scroll', mark);
    };
  }, [region]);
}

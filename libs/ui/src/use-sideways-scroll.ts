import { type RefObject, useEffect } from 'react';

/**
 * Sets `data-hides-left` and `data-hides-right` on a scroll container while content is scrolled out of sight on that
 * side; written to the element, because no row has to render again for it. Keyboard focus scrolls a control of the
 * cells that scroll clear of the sticky ones.
 */
export function useSidewaysScroll(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = region.current;
    if (!root) return;
    const mark = () => {
      const { scrollLeft, clientWidth, scrollWidth } = root;
      root.toggleAttribute('data-hides-left', scrollLeft > 0);
      // Both are rounded where the page is zoomed.
      root.toggleAttribute('data-hides-right', scrollLeft + clientWidth < scrollWidth - 1);
    };
    // Browsers take a control under a sticky cell for visible. Not on a press, which would lose its click.
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

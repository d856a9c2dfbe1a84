import { type RefObject, useEffect, useState } from 'react';

/** Pixels of scrolling after which the way back to the top shows (specification, section 9). */
const backToTopAfter = 300;
/** Pixels from the window's top at which a section counts as being read: under the header, and a line. */
const readingLine = 120;

export interface Reading {
  /** The id of the section that is being read; the first one at the beginning. */
  current: string | undefined;
  /** Far enough down that a way back is of use. */
  scrolled: boolean;
}

/**
 * Follows how far a text has been read. The bar is moved past React, for it moves with every frame of a scroll.
 * @param sections Ids of elements, in the order of the page; the same array until they change.
 * @param text What is read from its top to its bottom.
 * @param bar What shows it: scaled from 0 to 1, laid over the bottom of the header, which is as wide as the page's main.
 */
export function useReading(
  sections: readonly string[],
  text: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
): Reading {
  const [reading, setReading] = useState<Reading>({ current: sections[0], scrolled: false });
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      frame = 0;
      const current = sectionAt(sections);
      const scrolled = window.scrollY > backToTopAfter;
      setReading((last) => (last.current === current && last.scrolled === scrolled ? last : { current, scrolled }));
      if (text.current && bar.current) drawBar(bar.current, text.current);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(follow);
    };
    follow();
    const grown = new ResizeObserver(soon);
    grown.observe(text.current?.closest('main') ?? document.body);
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      grown.disconnect();
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [sections, text, bar]);
  return reading;
}

function sectionAt(sections: readonly string[]): string | undefined {
  const reached = sections.filter((id) => {
    const section = document.getElementById(id);
    return section && section.getBoundingClientRect().top <= readingLine;
  });
  return reached.at(-1) ?? sections[0];
}

function drawBar(bar: HTMLElement, text: HTMLElement): void {
  const frame = text.closest('main')?.getBoundingClientRect();
  const { bottom } = text.getBoundingClientRect();
  const whole = bottom + window.scrollY - window.innerHeight;
  const read = whole > 0 ? Math.min(1, Math.max(0, window.scrollY / whole)) : 1;
  bar.style.left = `${frame?.left ?? 0}px`;
  bar.style.width = `${frame?.width ?? window.innerWidth}px`;
  bar.style.transform = `scaleX(${read})`;
}

import { type RefObject, useEffect, useState } from 'react';

/** CSS px of scrolling until the link to the top appears (specification, section 9). */
const backToTopAfter = 300;
/** CSS px from the top of the window at which a section becomes the current one. */
const readingLine = 120;

export interface Reading {
  /** Id of the section that is being read. */
  current: string | undefined;
  /** Whether the page is scrolled far enough to show the link to the top. */
  scrolled: boolean;
}

/**
 * Tracks how far a text is read: returns the current section, and scales the progress bar directly, without a render per
 * frame.
 * @param sections ids of the sections' elements in the order of the page; must be the same array until they change
 * @param text element that is read from top to bottom
 * @param bar progress bar, scaled from 0 to 1 at the bottom of the header
 */
export function useReading(
  sections: readonly string[],
  text: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
): Reading {
  const [reading, setReading] = useState<Reading>({ current: sections[0], scrolled: false });
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const current = sectionAt(sections);
      const scrolled = window.scrollY > backToTopAfter;
      setReading((last) => (last.current === current && last.scrolled === scrolled ? last : { current, scrolled }));
      if (text.current && bar.current) updateBar(bar.current, text.current);
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    const resize = new ResizeObserver(schedule);
    resize.observe(text.current?.closest('main') ?? document.body);
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      resize.disconnect();
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
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

function updateBar(bar: HTMLElement, text: HTMLElement): void {
  const frame = text.closest('main')?.getBoundingClientRect();
  const { bottom } = text.getBoundingClientRect();
  const whole = bottom + window.scrollY - window.innerHeight;
  const read = whole > 0 ? Math.min(1, Math.max(0, window.scrollY / whole)) : 1;
  bar.style.left = `${frame?.left ?? 0}px`;
  bar.style.width = `${frame?.width ?? window.innerWidth}px`;
  bar.style.transform = `scaleX(${read})`;
}

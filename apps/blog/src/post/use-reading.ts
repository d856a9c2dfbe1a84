import { type RefObject, useEffect, useState } from 'react';

/** CSS px of scrolling until the button to the top appears (specification, section 9). */
const backToTopAfter = 300;
/** CSS px from the top of the window at which a section becomes the current one. */
const readingLine = 120;

export interface Reading {
  current: string | undefined;
  scrolled: boolean;
}

/**
 * Returns the section being read (`current`) and whether to show the button to the top (`scrolled`). Scales `bar` by
 * the share of `text` that is read, without rendering. `sections`: element ids in page order, the same array in each
 * render.
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

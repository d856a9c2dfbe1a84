import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { CopyButton } from '../buttons/copy-button.js';
import { classNames } from '../class-names.js';

/** Returns whether the element can scroll horizontally (`scrolls`), and hides content at its end (`more`). */
export function useHorizontalOverflow(ref: RefObject<HTMLElement | null>): { more: boolean; scrolls: boolean } {
  const [state, setState] = useState({ more: false, scrolls: false });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const scrolls = element.scrollWidth > element.clientWidth + 1;
      // From right to left, positions are negative.
      const more = scrolls && Math.abs(element.scrollLeft) + element.clientWidth < element.scrollWidth - 1;
      setState((old) => (old.more === more && old.scrolls === scrolls ? old : { more, scrolls }));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer?.disconnect();
    };
  }, [ref]);
  return state;
}

/** Scrolls wide content horizontally, also by keyboard. The last 40 px fade while content is hidden there. */
export function SidewaysScroller({
  label,
  dir,
  className,
  children,
}: {
  label: string;
  dir?: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  const scroller = useRef<HTMLElement>(null);
  const { more, scrolls } = useHorizontalOverflow(scroller);
  return (
    <section
      ref={scroller}
      aria-label={label}
      dir={dir}
      {...(scrolls ? { tabIndex: 0 } : {})}
      className={classNames(
        'overflow-x-auto',
        more &&
          (dir === 'rtl'
            ? '[mask-image:linear-gradient(to_left,black_calc(100%-40px),transparent)]'
            : '[mask-image:linear-gradient(to_right,black_calc(100%-40px),transparent)]'),
        className,
      )}
    >
      {children}
    </section>
  );
}

/** A frame for code: a bar with the file name and a copy button above code whose long lines scroll. */
export function CodeFrame({
  name,
  copyText,
  tools,
  bleeds = false,
  className,
  children,
}: {
  name: string;
  copyText: string | null;
  tools?: ReactNode;
  /** On a phone, extends the frame by 20 px on both sides, up to the edges of the page. */
  bleeds?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <figure
      dir="ltr"
      className={classNames(
        'min-w-0 overflow-hidden rounded-panel border border-line bg-surface',
        bleeds && 'max-md:-mx-5 max-md:rounded-none max-md:border-x-0',
        className,
      )}
    >
      <figcaption
        className={classNames(
          'flex h-10 items-center justify-between gap-2 border-line border-b pr-1 pl-4',
          bleeds && 'max-md:pr-3 max-md:pl-5',
        )}
      >
        <span className="mono truncate text-mono text-muted">{name}</span>
        <span className="flex items-center">
          {tools}
          {copyText !== null && <CopyButton text={copyText} label={`Copy ${name}`} />}
        </span>
      </figcaption>
      <SidewaysScroller label={name} className={classNames('p-4', bleeds && 'max-md:px-5')}>
        <pre className="mono w-max text-code text-code-plain max-md:leading-5.25">{children}</pre>
      </SidewaysScroller>
    </figure>
  );
}

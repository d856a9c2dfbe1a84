import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';

/** The square logo: the children (the owner's initials) or, without them, a prompt sign. Hidden from screen readers. */
export function BrandMark({ children, className }: { children?: ReactNode; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'mono grid shrink-0 select-none place-items-center border border-line-strong text-accent',
        children ? 'size-6 rounded-control text-[0.6875rem] leading-none font-semibold' : 'size-4.5 rounded-badge',
        className,
      )}
    >
      {children ?? (
        <svg aria-hidden="true" width="12" height="12" viewBox="0 0 12 12" fill="none" strokeWidth="1.5">
          <path d="m2.5 3 3 3-3 3" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" />
          <path d="M6.5 9.25h3.25" className="stroke-muted" strokeLinecap="round" />
        </svg>
      )}
    </span>
  );
}

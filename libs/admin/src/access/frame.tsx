import { classNames } from '@docfolio/ui/class-names';
import type { ReactNode } from 'react';

interface FrameProps {
  /** For pages with more than a form. */
  wide?: boolean;
  children: ReactNode;
}

/** The frame of pages without the CRM's layout, without lines on a phone. Its top edge stays in place between steps. */
export function Frame({ wide = false, children }: FrameProps) {
  return (
    <main
      className={classNames(
        'flex min-h-dvh flex-col items-center overflow-hidden bg-canvas pb-20',
        wide
          ? 'pt-[max(1.5rem,calc(50dvh-275px))] max-md:pt-[max(0px,calc(50dvh-290px))]'
          : 'pt-[max(1.5rem,calc(50dvh-218px))] max-md:pt-[max(0px,calc(50dvh-225px))]',
      )}
    >
      <div className={classNames('relative max-w-full px-8 pt-10.5 pb-8 max-md:px-5', wide ? 'w-128' : 'w-104')}>
        <Rule className="inset-y-[-50vh] left-0 w-px bg-linear-to-b" />
        <Rule className="inset-y-[-50vh] right-0 w-px bg-linear-to-b" />
        <Rule className="inset-x-[-40vw] top-0 h-px bg-linear-to-r" />
        <Rule className="inset-x-[-40vw] bottom-0 h-px bg-linear-to-r" />
        <Cross className="-top-1 -left-1" />
        <Cross className="-top-1 -right-1" />
        <Cross className="-bottom-1 -left-1" />
        <Cross className="-right-1 -bottom-1" />
        {children}
      </div>
    </main>
  );
}

function Rule({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'pointer-events-none absolute from-transparent via-line to-transparent max-md:hidden',
        className,
      )}
    />
  );
}

function Cross({ className }: { className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 9 9"
      className={classNames('pointer-events-none absolute size-2.25 text-faint max-md:hidden', className)}
    >
      <path d="M4.5 0v9M0 4.5h9" stroke="currentColor" />
    </svg>
  );
}

import { classNames } from '@docfolio/ui/class-names';
import type { ReactNode } from 'react';

/** The frame of the sign-in and password pages, without lines on a phone. Its top edge stays in place between steps. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center overflow-hidden bg-canvas pt-[max(1.5rem,calc(50dvh-218px))] pb-20 max-md:pt-[max(0px,calc(50dvh-225px))]">
      <div className="relative w-104 max-w-full px-8 pt-10.5 pb-8 max-md:px-5">
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

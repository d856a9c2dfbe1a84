import { classNames } from '@docfolio/ui/class-names';
import { Skeleton } from '@docfolio/ui/display/skeleton';
import type { ReactNode } from 'react';
import type { TroubleText } from './trouble-texts.js';

type Tone = 'success' | TroubleText['tone'];

const frames: Record<Tone, string> = {
  success: 'border-line',
  warning: 'border-warning-line bg-warning-soft',
  danger: 'border-danger-line/55 bg-danger-soft',
};
const dots: Record<Tone, string> = { success: 'bg-success', warning: 'bg-warning', danger: 'bg-danger' };

interface HeadlinePanelProps {
  tone: Tone;
  aside: ReactNode;
  children: ReactNode;
}

/** A frame with a dot in the colour of the state. Its text is announced when it changes. */
export function HeadlinePanel({ tone, aside, children }: HeadlinePanelProps) {
  return (
    <div
      className={classNames(
        'flex min-h-15 flex-wrap items-center gap-x-6 gap-y-2 rounded-panel border px-5 py-1.75 max-md:px-4',
        frames[tone],
      )}
    >
      <div
        className={classNames(
          'flex min-w-0 flex-[1_1_20rem] items-center gap-4.5',
          tone === 'success' ? 'max-md:flex-1' : 'max-md:basis-full',
        )}
      >
        <span aria-hidden="true" className={classNames('relative size-2 shrink-0 rounded-full', dots[tone])}>
          <span className={classNames('-inset-1 absolute rounded-full opacity-18', dots[tone])} />
        </span>
        <div role="status" className="min-w-0">
          {children}
        </div>
      </div>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden',
          tone !== 'success' && 'max-md:pb-1.5 max-md:pl-6.5',
        )}
      >
        {aside}
      </div>
    </div>
  );
}

export function HeadlineSkeleton() {
  return (
    <div aria-hidden="true" className="flex h-15 items-center rounded-panel border border-line px-5 max-md:px-4">
      <Skeleton className="w-48" />
    </div>
  );
}

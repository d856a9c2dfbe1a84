import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.js';
import { Skeleton } from '../display/skeleton.js';
import { Slot } from '../slot.js';

export interface ChipProps extends ComponentPropsWithRef<'button'> {
  selected: boolean;
  asChild?: boolean;
}

const measures = 'inline-flex h-8 shrink-0 items-center px-2.75 max-md:h-10';

/** A filter choice that is selected or not: a button with aria-pressed or, with `asChild`, a link with aria-current. */
export function Chip({ selected, asChild = false, type = 'button', className, ...rest }: ChipProps) {
  const look = classNames(
    'touch-target cursor-pointer select-none whitespace-nowrap rounded-control border font-book text-ui no-underline transition-colors',
    measures,
    selected
      ? 'border-accent-line bg-accent-soft text-accent'
      : 'border-transparent text-muted hover:bg-raised hover:text-ink',
    className,
  );
  if (asChild) return <Slot {...rest} aria-current={selected ? 'true' : undefined} className={look} />;
  return <button {...rest} type={type} aria-pressed={selected} className={look} />;
}

export function ChipSkeleton({ className }: { className: string }) {
  return (
    <span className={measures}>
      <Skeleton className={className} />
    </span>
  );
}

import { Slot } from 'radix-ui';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.js';

export interface ChipProps extends ComponentPropsWithRef<'button'> {
  /** The one that is chosen. */
  selected: boolean;
  /** Give the look to the one child, a link: `<Chip selected={…} asChild><Link to="/blog">All Posts</Link></Chip>`. */
  asChild?: boolean;
}

/** A choice among few, as a word in a row: a button that says whether it is pressed, or a link to what it shows. */
export function Chip({ selected, asChild = false, type = 'button', className, ...rest }: ChipProps) {
  const look = classNames(
    'touch-target inline-flex h-8 shrink-0 cursor-pointer select-none items-center whitespace-nowrap rounded-control border px-2.75 font-book text-ui no-underline transition-colors max-md:h-10',
    selected
      ? 'border-accent-line bg-accent-soft text-accent'
      : 'border-transparent text-muted hover:bg-raised hover:text-ink',
    className,
  );
  if (asChild) return <Slot.Root {...rest} aria-current={selected ? 'true' : undefined} className={look} />;
  return <button {...rest} type={type} aria-pressed={selected} className={look} />;
}

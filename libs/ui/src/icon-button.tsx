import { Slot } from 'radix-ui';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './class-names.js';
import { Spinner } from './spinner.js';
import { Tooltip } from './tooltip.js';

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'aria-disabled' | 'children'> {
  /** What it does: its accessible name, and its tooltip. */
  label: string;
  /** The icon (16 px) or, with `asChild`, the one element that holds it. */
  children: ReactNode;
  /** A single key that does the same, shown in the tooltip and announced. */
  shortcut?: string;
  /** 28 px in table rows and bars, 32 in headers. Both are 44 px on a phone. */
  size?: 'sm' | 'md';
  tone?: 'plain' | 'danger';
  /** Out of use for now, but still reachable: unlike `disabled` it never drops the focus. */
  'aria-disabled'?: boolean;
  busy?: boolean;
  /** Where the tooltip opens; `none` when something else names the button already. */
  tooltip?: 'top' | 'bottom' | 'left' | 'right' | 'none';
  /** Give the look to the one child, a link for instance. */
  asChild?: boolean;
}

/**
 * A square button with nothing but an icon, which names itself and its key after 400 ms. `--icon-ink` on an ancestor
 * sets its colour at rest (see quiet-icons.ts).
 */
export function IconButton({
  label,
  children,
  shortcut,
  size = 'md',
  tone = 'plain',
  busy = false,
  tooltip = 'bottom',
  asChild = false,
  'aria-disabled': unavailable,
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const look = classNames(
    'touch-target inline-grid shrink-0 cursor-pointer place-items-center rounded-control transition-[color,background-color] duration-150 hover:bg-raised data-[state=open]:bg-raised disabled:cursor-default disabled:opacity-45',
    tone === 'danger'
      ? 'text-[color:var(--icon-ink,var(--danger))] hover:text-danger'
      : 'text-[color:var(--icon-ink,var(--muted))] hover:text-ink',
    unavailable && 'cursor-default opacity-45',
    size === 'sm' ? 'size-7 max-md:size-11' : 'size-8 max-md:size-11',
    className,
  );
  const button = asChild ? (
    <Slot.Root {...rest} onClick={onClick} aria-label={label} className={look}>
      {children}
    </Slot.Root>
  ) : (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-keyshortcuts={shortcut === 'Esc' ? 'Escape' : shortcut}
      aria-busy={busy || undefined}
      aria-disabled={busy || unavailable || undefined}
      data-shortcut={shortcut?.toLowerCase()}
      onClick={(event) => {
        if (busy || unavailable) event.preventDefault();
        else onClick?.(event);
      }}
      className={look}
    >
      {busy ? <Spinner /> : children}
    </button>
  );
  if (tooltip === 'none') return button;
  return (
    <Tooltip label={label} shortcut={shortcut} side={tooltip}>
      {button}
    </Tooltip>
  );
}

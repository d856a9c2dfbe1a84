import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { Spinner } from '../display/spinner.js';
import { Tooltip } from '../display/tooltip.js';
import { Slot } from '../slot.js';

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'aria-disabled' | 'children'> {
  label: string;
  children: ReactNode;
  shortcut?: string;
  size?: 'sm' | 'md';
  tone?: 'plain' | 'danger';
  /** Ignores clicks but, unlike `disabled`, keeps the button focusable. With `asChild` it only dims the child. */
  'aria-disabled'?: boolean;
  busy?: boolean;
  /** Side of the tooltip that shows the label. `none` (no tooltip) is for buttons with visible text. */
  tooltip?: 'top' | 'bottom' | 'left' | 'right' | 'none';
  asChild?: boolean;
}

/** A square icon button, named by `label`. `--icon-ink` on an ancestor sets its default colour. */
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
    <Slot {...rest} onClick={onClick} aria-label={label} className={look}>
      {children}
    </Slot>
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

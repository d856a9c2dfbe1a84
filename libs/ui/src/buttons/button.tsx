import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { Spinner } from '../display/spinner.js';
import { Slot } from '../slot.js';

export type ButtonVariant = 'primary' | 'outline' | 'ghost' | 'destructive';
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg';

const shape =
  'relative inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-1.75 whitespace-nowrap rounded-control border font-strong no-underline transition-[color,background-color,border-color,opacity,scale] duration-150 pressed:scale-[0.98] pressed:duration-75 disabled:cursor-default disabled:opacity-45 aria-disabled:cursor-default data-[unavailable]:opacity-45';

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-fill text-on-fill enabled:hover:bg-fill-hover [a]:hover:bg-fill-hover pressed:bg-fill-pressed',
  outline:
    'border-line-strong text-ink enabled:hover:bg-raised [a]:hover:bg-raised pressed:border-line-field pressed:bg-raised',
  ghost:
    'border-transparent text-muted enabled:hover:bg-raised enabled:hover:text-ink [a]:hover:bg-raised [a]:hover:text-ink pressed:border-line-field pressed:bg-raised',
  destructive:
    'border-danger-line/45 text-danger enabled:hover:bg-danger-soft [a]:hover:bg-danger-soft pressed:bg-danger-strong',
};

const sizes: Record<ButtonSize, string> = {
  xs: 'touch-target h-7 px-2.25 text-ui',
  sm: 'touch-target h-8 px-2.75 text-ui max-md:h-10 max-md:text-button',
  md: 'h-9 px-3.25 text-ui max-md:h-11 max-md:text-button',
  lg: 'h-10 px-4.25 text-button max-md:h-11',
};

const iconInset: Record<ButtonSize, string> = { xs: 'pl-1.75', sm: 'pl-2.25', md: 'pl-2.75', lg: 'pl-3.75' };

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** Use `primary` at most once per view. Default: `outline`. */
  variant?: ButtonVariant;
  /** `xs` is for the rows of a table. Default: `md`. */
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows a spinner and ignores clicks. No effect with `asChild`. */
  busy?: boolean;
  /** Styles the only child, e.g. a link, as a button instead of rendering a `<button>`; `icon` is not shown. */
  asChild?: boolean;
}

export function Button({
  variant = 'outline',
  size = 'md',
  icon,
  busy = false,
  asChild = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const look = classNames(shape, variants[variant], sizes[size], icon && iconInset[size], className);
  if (asChild) {
    return (
      <Slot {...rest} onClick={onClick} className={look}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      {...rest}
      type={type}
      className={look}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      // A busy button isn't `disabled`, which would lose the keyboard focus.
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy && icon ? <Spinner /> : icon}
      {busy && !icon ? (
        <>
          <Spinner size={12} className="-mr-0.75 -ml-2" />
          <span className="-mr-2">{children}</span>
        </>
      ) : (
        children
      )}
    </button>
  );
}

import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { useFieldControl } from './field.js';

export type ControlSize = 'xs' | 'sm' | 'md' | 'lg';

/** Classes by size: 28, 32, 36 or 40 px high; on phones 44 px, with 16 px text (iOS Safari zooms in on smaller text). */
export const controlSizes: Record<ControlSize, string> = {
  xs: 'h-7 px-2.5 text-ui max-md:h-11 max-md:px-3 max-md:text-input',
  sm: 'h-8 px-2.5 text-ui max-md:h-11 max-md:px-3 max-md:text-input',
  md: 'h-9 px-3 text-ui max-md:h-11 max-md:text-input',
  lg: 'h-10 px-3 text-ui max-md:h-11 max-md:text-input',
};

export interface InputProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  size?: ControlSize;
  mono?: boolean;
  leading?: ReactNode;
  trailing?: ReactNode;
}

export function Input({ size = 'md', mono = false, leading, trailing, className, disabled, ...rest }: InputProps) {
  const control = useFieldControl(rest);
  const text = classNames('min-w-0 text-ink', mono && 'mono');
  if (!leading && !trailing) {
    return (
      <input
        dir="auto"
        {...rest}
        {...control}
        disabled={disabled}
        className={classNames(
          'field-edge w-full rounded-control disabled:opacity-45',
          controlSizes[size],
          text,
          className,
        )}
      />
    );
  }
  return (
    <div
      data-disabled={disabled || undefined}
      data-invalid={control['aria-invalid'] || undefined}
      className={classNames(
        'field-edge flex w-full items-center gap-2 rounded-control data-disabled:opacity-45',
        controlSizes[size],
        className,
      )}
    >
      {leading && <span className="shrink-0 text-faint">{leading}</span>}
      <input
        dir="auto"
        {...rest}
        {...control}
        disabled={disabled}
        className={classNames('h-full grow bg-transparent outline-none', text)}
      />
      {trailing && <span className="shrink-0 text-faint">{trailing}</span>}
    </div>
  );
}

import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.js';
import { useFieldControl } from './field.js';

export interface TextareaProps extends ComponentPropsWithRef<'textarea'> {
  mono?: boolean;
}

/** A multi-line text input that grows with its text, up to 384 px, where the browser supports it. */
export function Textarea({ mono = false, rows, style, className, ...rest }: TextareaProps) {
  const control = useFieldControl(rest);
  return (
    <textarea
      dir="auto"
      {...rest}
      {...control}
      // `field-sizing` ignores `rows`: they become a minimum height.
      style={rows ? { minHeight: `calc(${rows} * 1.25rem + 1.125rem)`, ...style } : style}
      className={classNames(
        'field-edge field-sizing-content max-h-96 min-h-27 w-full resize-y rounded-control px-3 py-2 text-ink disabled:opacity-45',
        mono ? 'mono text-code' : 'text-ui max-md:text-input',
        className,
      )}
    />
  );
}

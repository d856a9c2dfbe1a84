import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.js';
import { useFieldControl } from './field.js';

export interface TextareaProps extends ComponentPropsWithRef<'textarea'> {
  /** Source text: written in mono. */
  mono?: boolean;
}

/** A text control of several lines, 108 px high at least (or `rows` lines), which grows with its text where the browser can. */
export function Textarea({ mono = false, rows, style, className, ...rest }: TextareaProps) {
  const control = useFieldControl(rest);
  return (
    <textarea
      {...rest}
      {...control}
      // The browser that grows it with its text ignores `rows`, so they are given as a least height.
      style={rows ? { minHeight: `calc(${rows} * 1.25rem + 1.125rem)`, ...style } : style}
      className={classNames(
        'field-edge field-sizing-content max-h-96 min-h-27 w-full resize-y rounded-control px-3 py-2 text-ink disabled:opacity-45',
        mono ? 'mono text-code' : 'text-ui max-md:text-input',
        className,
      )}
    />
  );
}

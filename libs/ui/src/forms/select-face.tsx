import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { type ControlSize, controlSizes } from './input.js';
import type { SelectProps } from './select-props.js';

/** Returns what the button of a select shows. `isEmpty`: it shows a placeholder. */
export function shownOf<Value extends string>({
  options,
  value,
  placeholder,
  emptyLabel,
}: Pick<SelectProps<Value>, 'options' | 'value' | 'placeholder' | 'emptyLabel'>) {
  const chosen = options.find((option) => option.value === value);
  const resting = placeholder === undefined ? emptyLabel : undefined;
  const text = chosen?.label ?? resting ?? placeholder ?? 'Select';
  return { chosen, isEmpty: !chosen && !resting, text };
}

export const selectLook = (size: ControlSize, className: string | undefined) =>
  classNames(
    'field-edge flex w-full cursor-pointer items-center gap-2 rounded-control text-left data-disabled:cursor-default data-disabled:opacity-45',
    controlSizes[size],
    className,
  );

interface SelectFaceProps {
  glyph: ReactNode;
  isEmpty: boolean;
  children: ReactNode;
}

/** The content of a select's button. */
export function SelectFace({ glyph, isEmpty, children }: SelectFaceProps) {
  return (
    <>
      {glyph}
      <span className={classNames('min-w-0 grow truncate', isEmpty ? 'text-faint' : 'text-ink')}>{children}</span>
      <ChevronDown aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
    </>
  );
}

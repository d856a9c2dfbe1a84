import type { ReactNode, Ref } from 'react';
import type { ControlProps } from './field.js';
import type { ControlSize } from './input.js';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  glyph?: ReactNode;
  /** Shown instead of the label. */
  content?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<Value extends string = string> extends ControlProps {
  options: readonly SelectOption<Value>[];
  /** The chosen value; `''`, null or undefined if nothing is chosen. */
  value?: Value | '' | null;
  onValueChange?: (value: Value | '') => void;
  /** Shown while nothing is chosen. Default: `emptyLabel`, or 'Select'. */
  placeholder?: string;
  /** Label of an additional first option that clears the choice: 'No timeline', 'All statuses'. */
  emptyLabel?: string;
  name?: string;
  size?: ControlSize;
  disabled?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement>;
  'aria-label'?: string;
  className?: string;
}

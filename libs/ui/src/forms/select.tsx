import { usePortalContainer } from '@docfolio/ui/runtime';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names.js';
import { type ControlProps, useFieldControl } from './field.js';
import { type ControlSize, controlSizes } from './input.js';

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

// Radix reserves '' for the placeholder, so the empty option needs another value.
const notChosen = '__not-chosen__';

/** A select. In a react-hook-form Controller: `<Select {...field} onValueChange={field.onChange} options={…} />`. */
export function Select<Value extends string = string>({
  options,
  value,
  onValueChange,
  placeholder,
  emptyLabel,
  name,
  size = 'md',
  disabled,
  onBlur,
  ref,
  className,
  'aria-label': ariaLabel,
  ...rest
}: SelectProps<Value> & { onChange?: unknown }) {
  const { id, ...aria } = useFieldControl({
    id: rest.id,
    'aria-describedby': rest['aria-describedby'],
    'aria-invalid': rest['aria-invalid'],
    'aria-required': rest['aria-required'],
  });
  const container = usePortalContainer();
  const chosen = options.find((option) => option.value === value);
  const resting = emptyLabel !== undefined && placeholder === undefined ? emptyLabel : undefined;
  const shown = chosen?.label ?? resting ?? placeholder ?? 'Select';
  return (
    <Primitive.Root
      value={value ?? ''}
      onValueChange={(next) => onValueChange?.(next === notChosen ? '' : (next as Value))}
      onOpenChange={(open) => !open && onBlur?.()}
      name={name}
      disabled={disabled}
    >
      <Primitive.Trigger
        ref={ref}
        id={id}
        {...aria}
        aria-label={ariaLabel}
        className={classNames(
          'field-edge flex w-full cursor-pointer items-center gap-2 rounded-control text-left data-disabled:cursor-default data-disabled:opacity-45',
          controlSizes[size],
          className,
        )}
      >
        {chosen?.glyph}
        <span className={classNames('min-w-0 grow truncate', chosen || resting ? 'text-ink' : 'text-faint')}>
          <Primitive.Value placeholder={shown}>{chosen?.content ?? shown}</Primitive.Value>
        </span>
        <ChevronDown aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      </Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={classNames(
            'z-80 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-fade-in overflow-hidden rounded-panel border border-line-strong bg-overlay shadow-float',
            options.some(({ content }) => content) && 'max-w-(--radix-select-trigger-width)',
          )}
        >
          <Primitive.Viewport className="p-1">
            {emptyLabel !== undefined && <Item value={notChosen} label={emptyLabel} checked={!chosen} />}
            {options.map((option) => (
              <Item key={option.value} {...option} checked={option.value === value} />
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Item({ value, label, glyph, content, disabled, checked }: SelectOption & { checked: boolean }) {
  return (
    <Primitive.Item
      value={value}
      disabled={disabled}
      textValue={label}
      className="flex h-8 cursor-pointer select-none items-center gap-2 rounded-control px-2 text-ui text-ink outline-none data-disabled:cursor-default data-disabled:opacity-45 data-highlighted:bg-raised max-md:h-11 max-md:text-button"
    >
      {glyph}
      {/* Radix ignores the classes of ItemText itself. */}
      <Primitive.ItemText asChild>
        <span className={content ? 'min-w-0 grow' : undefined}>{content ?? label}</span>
      </Primitive.ItemText>
      {checked && <Check aria-hidden size={14} strokeWidth={1.75} className="ml-auto text-muted" />}
    </Primitive.Item>
  );
}

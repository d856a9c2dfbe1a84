import { usePortalContainer } from '@docfolio/ui/runtime';
import { Check } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { type ReactNode, type RefObject, useState } from 'react';
import { classNames } from '../class-names.js';
import { StandIn } from '../overlays/lazy-primitives.js';
import { useFieldControl } from './field.js';
import { SelectFace, selectLook, shownOf } from './select-face.js';
import type { SelectOption, SelectProps } from './select-props.js';

export type { SelectOption } from './select-props.js';

// Radix reserves '' for the placeholder, so the empty option needs another value.
const notChosen = '__not-chosen__';

/**
 * A select. In a react-hook-form Controller: `<Select {...field} onValueChange={field.onChange} options={…} />`.
 * Radix renders the options of a closed select too, nine components for each, again whenever the form around it is rendered. So
 * options are rendered from the first focus on; then letters choose one without opening the list, as in a native select.
 */
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
  const { chosen, isEmpty, text } = shownOf({ options, value, placeholder, emptyLabel });
  const [wasFocused, setWasFocused] = useState(false);
  return (
    <SelectList
      {...{ options, value, onValueChange, emptyLabel, name, disabled }}
      hasList={wasFocused}
      onOpenChange={(open) => {
        // A press opens the list without a focus.
        setWasFocused(true);
        if (!open) onBlur?.();
      }}
    >
      <Primitive.Trigger
        ref={ref}
        id={id}
        {...aria}
        aria-label={ariaLabel}
        className={selectLook(size, className)}
        onFocus={() => setWasFocused(true)}
      >
        <SelectFace glyph={chosen?.glyph} isEmpty={isEmpty}>
          <Primitive.Value placeholder={text}>{chosen?.content ?? text}</Primitive.Value>
        </SelectFace>
      </Primitive.Trigger>
    </SelectList>
  );
}

interface SelectListProps<Value extends string>
  extends Pick<SelectProps<Value>, 'options' | 'value' | 'onValueChange' | 'emptyLabel' | 'name' | 'disabled'> {
  /** Default: the list has its own state. */
  open?: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The list of options of a button that exists already. */
export function SelectListOf<Value extends string>({
  button,
  ...list
}: SelectListProps<Value> & { button: RefObject<HTMLButtonElement | null> }) {
  return (
    <SelectList {...list}>
      <Primitive.Trigger asChild>
        <StandIn element={button} />
      </Primitive.Trigger>
    </SelectList>
  );
}

function SelectList<Value extends string>({
  options,
  value,
  onValueChange,
  emptyLabel,
  name,
  hasList = true,
  children,
  ...root
}: SelectListProps<Value> & { hasList?: boolean; children: ReactNode }) {
  const container = usePortalContainer();
  // Primitive.Root is this provider and a hidden `<select>`, whose empty option has no label, which HTML does not allow.
  return (
    <Primitive.unstable_Provider
      {...root}
      value={value ?? ''}
      onValueChange={(next) => onValueChange?.(next === notChosen ? '' : (next as Value))}
    >
      {children}
      {name !== undefined && <input type="hidden" name={name} value={value ?? ''} disabled={root.disabled} />}
      {hasList && (
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
              {emptyLabel !== undefined && (
                <Item
                  value={notChosen}
                  label={emptyLabel}
                  checked={!options.some((option) => option.value === value)}
                />
              )}
              {options.map((option) => (
                <Item key={option.value} {...option} checked={option.value === value} />
              ))}
            </Primitive.Viewport>
          </Primitive.Content>
        </Primitive.Portal>
      )}
    </Primitive.unstable_Provider>
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

import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.js';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<typeof Primitive.Root>, 'children'> {
  label?: ReactNode;
}

export function Checkbox({ label, className, id, ...rest }: CheckboxProps) {
  const ownId = useId();
  const box = (
    <Primitive.Root
      {...rest}
      id={id ?? ownId}
      className={classNames(
        'group touch-target grid size-4 shrink-0 place-items-center rounded-bar border border-line-field bg-field transition-[background-color,border-color] duration-150 hover:border-muted disabled:opacity-45 data-[state=checked]:border-fill data-[state=checked]:bg-fill data-[state=indeterminate]:border-fill data-[state=indeterminate]:bg-fill',
        !label && className,
      )}
    >
      <Primitive.Indicator className="text-on-fill">
        <Minus aria-hidden size={12} strokeWidth={2.5} className="hidden group-data-[state=indeterminate]:block" />
        <Check aria-hidden size={12} strokeWidth={2.5} className="group-data-[state=indeterminate]:hidden" />
      </Primitive.Indicator>
    </Primitive.Root>
  );
  if (!label) return box;
  return (
    <div className={classNames('flex items-center gap-2.5', className)}>
      {box}
      <label htmlFor={id ?? ownId} className="text-ui text-ink">
        {label}
      </label>
    </div>
  );
}

import { Switch as Primitive } from 'radix-ui';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.js';

export interface SwitchProps extends Omit<ComponentPropsWithRef<typeof Primitive.Root>, 'children'> {
  label?: ReactNode;
  /** 28x16 or, for a setting with a description, 32x18 px. */
  size?: 'sm' | 'md';
}

export function Switch({ label, size = 'sm', className, id, ...rest }: SwitchProps) {
  const ownId = useId();
  const control = (
    <Primitive.Root
      {...rest}
      id={id ?? ownId}
      className={classNames(
        'touch-target inline-flex shrink-0 items-center rounded-full bg-line-field p-0.5 transition-[background-color] duration-150 disabled:opacity-45 data-[state=checked]:bg-fill',
        size === 'sm' ? 'h-4 w-7' : 'h-4.5 w-8',
        !label && className,
      )}
    >
      <Primitive.Thumb
        className={classNames(
          'block rounded-full bg-thumb transition-transform duration-150 data-[state=checked]:bg-on-fill',
          size === 'sm' ? 'size-3 data-[state=checked]:translate-x-3' : 'size-3.5 data-[state=checked]:translate-x-3.5',
        )}
      />
    </Primitive.Root>
  );
  if (!label) return control;
  return (
    <div className={classNames('flex items-center justify-between gap-3', className)}>
      <label htmlFor={id ?? ownId} className="text-ui font-medium text-ink">
        {label}
      </label>
      {control}
    </div>
  );
}

import { usePortalContainer } from '@docfolio/ui/runtime';
import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.js';

/** A dropdown menu: `<Menu><MenuTrigger><Button/></MenuTrigger><MenuContent>…</MenuContent></Menu>`. */
export function Menu(props: { open?: boolean; onOpenChange?: (open: boolean) => void; children: ReactNode }) {
  // Not modal, so that the page keeps its scrollbar and pointer events.
  return <Primitive.Root modal={false} {...props} />;
}

export function MenuTrigger({ children, ...rest }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger {...rest} asChild>
      {children}
    </Primitive.Trigger>
  );
}

export function MenuContent({
  align = 'start',
  sideOffset = 4,
  className,
  ...rest
}: ComponentProps<typeof Primitive.Content>) {
  const container = usePortalContainer();
  return (
    <Primitive.Portal container={container}>
      <Primitive.Content
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        loop
        {...rest}
        className={classNames(
          'z-80 max-h-(--radix-dropdown-menu-content-available-height) w-49 animate-fade-in overflow-y-auto rounded-panel border border-line-strong bg-overlay p-1 shadow-float outline-none',
          className,
        )}
      />
    </Primitive.Portal>
  );
}

export interface MenuItemProps extends Omit<ComponentProps<typeof Primitive.Item>, 'textValue'> {
  icon?: ReactNode;
  hint?: string;
  /** Makes the item a `menuitemradio`, one of several alternatives: true for the current one. */
  checked?: boolean;
  tone?: 'plain' | 'danger';
}

const item =
  'flex h-8 cursor-pointer select-none items-center gap-2 rounded-control px-2 text-ui outline-none data-disabled:cursor-default data-disabled:opacity-45 max-md:h-11 max-md:text-button';

export function MenuItem({ icon, hint, checked, tone = 'plain', className, children, ...rest }: MenuItemProps) {
  const look = classNames(
    item,
    tone === 'danger' ? 'text-danger data-highlighted:bg-danger-soft' : 'text-ink data-highlighted:bg-raised',
    className,
  );
  const content = (
    <>
      {icon && (
        <span
          aria-hidden="true"
          className={classNames('grid min-w-3.5 place-items-center', tone === 'plain' && 'text-muted')}
        >
          {icon}
        </span>
      )}
      <span className="min-w-0 grow truncate">{children}</span>
      {checked && <Check aria-hidden size={14} strokeWidth={1.75} className="text-muted" />}
      {hint && (
        <span aria-hidden="true" className="mono min-w-3 text-right text-mono text-faint">
          {hint}
        </span>
      )}
    </>
  );
  if (checked === undefined) {
    return (
      <Primitive.Item {...rest} className={look}>
        {content}
      </Primitive.Item>
    );
  }
  return (
    <Primitive.CheckboxItem {...rest} role="menuitemradio" checked={checked} className={look}>
      {content}
    </Primitive.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2 py-1.5 text-caption font-medium text-faint">{children}</Primitive.Label>;
}

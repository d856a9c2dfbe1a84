import { toast, usePortalContainer } from '@docfolio/ui/runtime';
import { Check } from 'lucide-react';
import type { DropdownMenu as Primitive } from 'radix-ui';
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../class-names.js';
import { useLazyPart } from '../hooks/use-lazy-part.js';
import { setClosingMenu } from '../hooks/use-return-focus.js';
import { Slot } from '../slot.js';
import { primitives, StandIn } from './lazy-primitives.js';

interface MenuState {
  open: boolean;
  setOpen: (open: boolean) => void;
  trigger: RefObject<HTMLElement | null>;
}

const MenuContext = createContext<MenuState | null>(null);
const PrimitiveContext = createContext<typeof Primitive | null>(null);

function useMenu(): MenuState {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error('MenuTrigger and MenuContent must be inside a Menu');
  return menu;
}

function usePrimitive(): typeof Primitive {
  const primitive = useContext(PrimitiveContext);
  if (!primitive) throw new Error('Items of a menu must be inside MenuContent');
  return primitive;
}

interface MenuProps {
  /** Default: the menu has its own state. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
}

/**
 * A dropdown menu: `<Menu><MenuTrigger><Button/></MenuTrigger><MenuContent>…</MenuContent></Menu>`. Its code is loaded
 * when the first menu opens; if that fails, a toast says so and the menu is closed.
 */
export function Menu({ open: controlled, onOpenChange, children }: MenuProps) {
  const [own, setOwn] = useState(false);
  const trigger = useRef<HTMLElement>(null);
  const open = controlled ?? own;
  const setOpen = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return <MenuContext value={{ open, setOpen, trigger }}>{children}</MenuContext>;
}

/** Makes its only child, a button, open and close the menu. */
export function MenuTrigger({ children }: { children: ReactNode }) {
  const { open, setOpen, trigger } = useMenu();
  const id = useId();
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return;
    setOpen(!open);
    // Otherwise the button would take the focus back from the menu.
    if (!open) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key !== 'Enter' && key !== ' ' && key !== 'ArrowDown') return;
    setOpen(key === 'ArrowDown' || !open);
    event.preventDefault();
  };
  return (
    <Slot
      ref={trigger}
      id={id}
      aria-haspopup="menu"
      aria-expanded={open}
      data-state={open ? 'open' : 'closed'}
      onPointerEnter={primitives.preload}
      onFocus={primitives.preload}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    >
      {children}
    </Slot>
  );
}

export function MenuContent({
  align = 'start',
  sideOffset = 4,
  className,
  ...rest
}: ComponentProps<typeof Primitive.Content>) {
  const { open, setOpen, trigger } = useMenu();
  const container = usePortalContainer();
  const startsAtItem = useRef(false);
  useLayoutEffect(() => {
    if (open) startsAtItem.current = trigger.current?.matches(':focus-visible') ?? false;
  }, [open, trigger]);
  const Menu = useLazyPart(primitives, open, (error) => {
    const description = 'The menu could not be loaded.';
    console.error(description, error);
    toast({ title: 'Error', description, variant: 'destructive' });
    setOpen(false);
  })?.DropdownMenu;
  if (!Menu) return null;
  const onOpenChange = (next: boolean) => {
    if (!next) setClosingMenu(trigger.current);
    setOpen(next);
  };
  return (
    <PrimitiveContext value={Menu}>
      {/* Not modal, so that the page keeps its scrollbar and pointer events. */}
      <Menu.Root modal={false} open={open} onOpenChange={onOpenChange}>
        <Menu.Trigger asChild>
          <StandIn element={trigger} />
        </Menu.Trigger>
        <Menu.Portal container={container}>
          <Menu.Content
            aria-labelledby={trigger.current?.id}
            align={align}
            sideOffset={sideOffset}
            collisionPadding={8}
            loop
            // Radix does not know the key that opened its first menu, because it was loaded afterwards.
            onFocus={({ target, currentTarget }) => {
              if (target !== currentTarget || !startsAtItem.current) return;
              startsAtItem.current = false;
              currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
            }}
            // An item may have opened a dialog, which has the focus already: it must not go back to the button.
            onCloseAutoFocus={(event) => {
              setClosingMenu(null);
              if (document.activeElement !== document.body) event.preventDefault();
            }}
            {...rest}
            className={classNames(
              'z-80 max-h-(--radix-dropdown-menu-content-available-height) w-49 animate-fade-in overflow-y-auto rounded-panel border border-line-strong bg-overlay p-1 shadow-float outline-none',
              className,
            )}
          />
        </Menu.Portal>
      </Menu.Root>
    </PrimitiveContext>
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
  const Menu = usePrimitive();
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
      <Menu.Item {...rest} className={look}>
        {content}
      </Menu.Item>
    );
  }
  return (
    <Menu.CheckboxItem {...rest} role="menuitemradio" checked={checked} className={look}>
      {content}
    </Menu.CheckboxItem>
  );
}

export function MenuSeparator() {
  const Menu = usePrimitive();
  return <Menu.Separator className="-mx-1 my-1 h-px bg-line" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const Menu = usePrimitive();
  return <Menu.Label className="px-2 py-1.5 text-caption font-medium text-faint">{children}</Menu.Label>;
}

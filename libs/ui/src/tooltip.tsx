import { usePortalContainer } from '@docfolio/ui/runtime';
import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import { Kbd } from './kbd.js';
import { isFocusReturning } from './use-return-focus.js';

/** How long a pointer rests before a control names itself, in milliseconds. */
export const TOOLTIP_DELAY_MS = 400;

/** Names a control and its key, on hover after 400 ms and on keyboard focus at once. The child must take a ref. */
export function Tooltip({
  label,
  shortcut,
  side = 'bottom',
  children,
}: {
  label: string;
  shortcut?: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactElement;
}) {
  const container = usePortalContainer();
  return (
    <Primitive.Provider delayDuration={TOOLTIP_DELAY_MS} disableHoverableContent>
      <Primitive.Root>
        <Primitive.Trigger
          asChild
          // A label that opens because a dialog gave the focus back would take the next Esc from what lies under it.
          onFocus={(event) => isFocusReturning() && event.preventDefault()}
        >
          {children}
        </Primitive.Trigger>
        <Primitive.Portal container={container}>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-90 flex animate-fade-in items-center gap-2 rounded-control border border-line-strong bg-overlay px-2 py-1 text-caption text-ink shadow-float"
          >
            {label}
            {shortcut && <Kbd className="-mr-1">{shortcut}</Kbd>}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}

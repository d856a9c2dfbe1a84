import { usePortalContainer } from '@docfolio/ui/runtime';
import { Tooltip as Primitive } from 'radix-ui';
import type { ReactElement } from 'react';
import { isFocusReturning } from '../hooks/use-return-focus.js';
import { Kbd } from '../keyboard/kbd.js';

export const tooltipDelayMs = 400;

/** Shows a control's label and key on hover (after 400 ms) and on keyboard focus. The child must accept a ref. */
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
    <Primitive.Provider delayDuration={tooltipDelayMs} disableHoverableContent>
      <Primitive.Root>
        <Primitive.Trigger
          asChild
          // Stays closed when a closing dialog returns the focus: an open tooltip would swallow the next Esc.
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

import { usePortalContainer } from '@docfolio/ui/runtime';
import { type PointerEvent, type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { useLazyPart } from '../hooks/use-lazy-part.js';
import { isFocusReturning } from '../hooks/use-return-focus.js';
import { Kbd } from '../keyboard/kbd.js';
import { primitives, StandIn } from '../overlays/lazy-primitives.js';
import { Slot } from '../slot.js';

export const tooltipDelayMs = 400;

type Side = 'top' | 'bottom' | 'left' | 'right';

interface TooltipProps {
  label: string;
  shortcut?: string;
  side?: Side;
  children: ReactElement;
}

/** Closes the open tooltip: there is one at a time. */
let closeOpen: (() => void) | undefined;

/**
 * Shows a control's label and key on hover (after 400 ms) and on keyboard focus. The child must accept a ref. The code
 * of the box is loaded when the first one opens; without it there is no tooltip.
 */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const control = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPointedAt = useRef(false);
  const isPressed = useRef(false);

  const [close] = useState(() => () => {
    clearTimeout(timer.current);
    if (closeOpen === close) closeOpen = undefined;
    setOpen(false);
  });
  const show = () => {
    if (closeOpen !== close) closeOpen?.();
    closeOpen = close;
    setOpen(true);
  };
  useEffect(() => close, [close]);

  const onPointerMove = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch' || isPointedAt.current) return;
    isPointedAt.current = true;
    timer.current = setTimeout(show, tooltipDelayMs);
  };
  const onPointerLeave = () => {
    isPointedAt.current = false;
    close();
  };
  const onPointerDown = () => {
    close();
    isPressed.current = true;
    document.addEventListener('pointerup', () => (isPressed.current = false), { once: true });
  };
  // Stays closed when a closing dialog returns the focus: an open tooltip would swallow the next Esc.
  const onFocus = () => isPressed.current || isFocusReturning() || show();

  return (
    <>
      <Slot
        ref={control}
        onPointerMove={onPointerMove}
        onPointerLeave={onPointerLeave}
        onPointerDown={onPointerDown}
        onFocus={onFocus}
        onBlur={close}
        onClick={close}
      >
        {children}
      </Slot>
      {open && <TooltipBox {...{ control, label, shortcut, side }} onClose={close} />}
    </>
  );
}

interface TooltipBoxProps {
  control: RefObject<HTMLElement | null>;
  label: string;
  shortcut?: string;
  side: Side;
  onClose: () => void;
}

function TooltipBox({ control, label, shortcut, side, onClose }: TooltipBoxProps) {
  const container = usePortalContainer();
  const Box = useLazyPart(primitives, true, (error) => {
    console.error('The tooltip could not be loaded.', error);
    onClose();
  })?.Tooltip;
  if (!Box) return null;
  return (
    <Box.Provider disableHoverableContent>
      <Box.Root open onOpenChange={(open) => !open && onClose()}>
        <Box.Trigger asChild>
          <StandIn element={control} />
        </Box.Trigger>
        <Box.Portal container={container}>
          <Box.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-90 flex animate-fade-in items-center gap-2 rounded-control border border-line-strong bg-overlay px-2 py-1 text-caption text-ink shadow-float"
          >
            {label}
            {shortcut && <Kbd className="-mr-1">{shortcut}</Kbd>}
          </Box.Content>
        </Box.Portal>
      </Box.Root>
    </Box.Provider>
  );
}

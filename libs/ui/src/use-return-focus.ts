import { useEffect, useRef } from 'react';

/** An open menu's items go away with it: the focus then returns to the button that the menu hangs on. */
function lastingOpener(element: Element | null): HTMLElement | null {
  const opener = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const lasting = opener ? document.getElementById(opener) : element;
  return lasting instanceof HTMLElement && lasting !== document.body ? lasting : null;
}

let returning = false;

/** Whether the focus is just being given back by something that closed, not moved by a person. */
export function isFocusReturning(): boolean {
  return returning;
}

/**
 * Remembers what had the focus when something opened, and gives it back. Returns the handler for Radix's
 * `onCloseAutoFocus`, which by itself returns the focus only to a trigger of its own.
 * @param place where a person is by then, if that has moved since: asked for when it closes
 */
export function useReturnFocus(open: boolean, place?: () => HTMLElement | null) {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // While rendering, before the panel takes the focus.
  if (open && !wasOpen.current && typeof document !== 'undefined')
    opener.current = lastingOpener(document.activeElement);
  useEffect(() => {
    wasOpen.current = open;
  }, [open]);
  return (event: Event) => {
    event.preventDefault();
    const target = place?.() ?? opener.current;
    if (!target?.isConnected) return;
    returning = true;
    target.focus();
    returning = false;
  };
}

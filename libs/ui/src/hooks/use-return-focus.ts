import { useEffect, useRef } from 'react';

/** Returns `element` or, if it is an item of a menu (which will be unmounted), the button that opened the menu. */
function lastingOpener(element: Element | null): HTMLElement | null {
  const opener = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const lasting = opener ? document.getElementById(opener) : element;
  return lasting instanceof HTMLElement && lasting !== document.body ? lasting : null;
}

let returning = false;

/** Returns whether the focus is currently being returned by a closing overlay, not moved by the user. */
export function isFocusReturning(): boolean {
  return returning;
}

/**
 * Returns a handler for Radix's `onCloseAutoFocus` that restores the focus. Radix itself does so only for its trigger.
 * @param place returns the element to focus instead; null for the previous focus
 */
export function useReturnFocus(open: boolean, place?: () => HTMLElement | null) {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // Read during rendering, before the overlay takes the focus.
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

import { useEffect, useRef } from 'react';

/** Button of the menu that is closing: its items, one of which had the focus, may be gone already. */
let closingMenu: HTMLElement | null = null;

/** Records the button of the menu that is closing; null once it has closed. */
export function setClosingMenu(button: HTMLElement | null): void {
  closingMenu = button;
}

/** Returns `element` or, for an item of a menu (which will unmount), the button of the menu; null for `<body>`. */
function lastingOpener(element: Element | null): HTMLElement | null {
  if (element === document.body) return closingMenu;
  const opener = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const lasting = opener ? document.getElementById(opener) : element;
  return lasting instanceof HTMLElement ? lasting : null;
}

let returning = false;

/** Returns whether a closing overlay is moving the focus back, as opposed to the user moving it. */
export function isFocusReturning(): boolean {
  return returning;
}

/** Returns a handler for Radix's `onCloseAutoFocus` that focuses `place()` or, by default, what opened the overlay. */
export function useReturnFocus(open: boolean, place?: () => HTMLElement | null) {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // Read during rendering: afterwards the overlay has the focus.
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

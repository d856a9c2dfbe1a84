import { useNavigate } from '@docfolio/federation/router';
import { isShortcutPress } from '@docfolio/ui/keyboard/shortcuts';
import { useEffect } from 'react';
import { useStableHandler } from '../../records/use-stable-handler.js';
import { pageLinks } from '../page-links.js';

/** Milliseconds after G in which the page's key must be pressed. */
const goKeyTimeout = 1_500;
/** Elements that handle letter keys themselves. */
const own = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Calls `toggle` on Ctrl-K and Cmd-K, except in the Markdown editor, where it is Link. */
export function usePaletteKey(toggle: () => void): void {
  const press = useStableHandler(toggle);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!event.repeat) press();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [press]);
}

/** Opens a page when G and then its `goKey` are pressed outside text fields, menus and dialogs. */
export function useGoKeys(): void {
  const go = useStableHandler(useNavigate() as (to: string) => void);
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'CapsLock'].includes(event.key)) return;
      const inTime = event.timeStamp - begun < goKeyTimeout;
      begun = Number.NEGATIVE_INFINITY;
      if (event.repeat || !isShortcutPress(event) || (event.target as Element).closest?.(own)) return;
      const key = event.key.toLowerCase();
      const to = inTime ? pageLinks.find(({ goKey }) => goKey === key)?.to : undefined;
      if (to) {
        event.preventDefault();
        go(to);
      } else if (key === 'g') begun = event.timeStamp;
    };
    // In the capture phase, before list rows use some of these letters for their own actions.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [go]);
}

import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { useEffect } from 'react';

const over = '[role="dialog"], [role="alertdialog"]';

/** Calls `save` on Ctrl-S and Cmd-S unless a dialog is open. */
export function useSaveKey(save: () => void): void {
  const press = useStableHandler(save);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector(over)) press();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [press]);
}

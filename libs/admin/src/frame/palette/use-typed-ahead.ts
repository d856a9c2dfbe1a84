import { useEffect, useState } from 'react';

/**
 * Returns what is typed while `waiting` for an input that is not there yet, so that it can start with this text.
 * Shortcuts of the page do not get these keys.
 */
export function useTypedAhead(open: boolean, waiting: boolean, close: () => void): string {
  const [text, setText] = useState('');
  useEffect(() => {
    if (!open) setText('');
  }, [open]);
  useEffect(() => {
    if (!waiting) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') close();
      else if (event.key === 'Backspace') setText((typed) => typed.slice(0, -1));
      else if (event.key.length === 1) setText((typed) => typed + event.key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [waiting, close]);
  return text;
}

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface Row {
  id: string;
}

/**
 * Keeps the keyboard's place in a list: when the row that has the focus goes (it was deleted, marked as spam), the one
 * that stands there now takes it.
 */
export function useKeptPlace(region: RefObject<HTMLElement | null>, rows: readonly Row[]): void {
  const active = useRef<{ id: string; at: number } | null>(null);
  const latest = useRef(rows);
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    latest.current = rows;
    const before = active.current;
    if (!before || rows.some(({ id }) => id === before.id)) return;
    active.current = null;
    if (document.activeElement !== document.body) return;
    const openers = region.current?.querySelectorAll<HTMLElement>('[data-row-open]');
    openers?.[Math.min(before.at, openers.length - 1)]?.focus();
  }, [rows, region]);
  useEffect(() => {
    const root = region.current;
    const note = ({ target }: FocusEvent) => {
      const id = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
      const at = latest.current.findIndex((row) => row.id === id);
      active.current = id !== undefined && at >= 0 ? { id, at } : null;
    };
    root?.addEventListener('focusin', note);
    return () => root?.removeEventListener('focusin', note);
  }, [region]);
}

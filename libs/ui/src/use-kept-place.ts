import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the keyboard's place in a list: when the row that has the focus goes (it was deleted, marked as spam), the one
 * that stands there now takes it.
 * @param region holds the rows, each with its id in `data-row` and its way in under `data-row-open`
 * @param ids of the rows, in their order
 */
export function useKeptPlace(region: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const active = useRef<{ id: string; at: number } | null>(null);
  const latest = useRef(ids);
  // Before the next key can be pressed.
  useLayoutEffect(() => {
    latest.current = ids;
    const before = active.current;
    if (!before || ids.includes(before.id)) return;
    active.current = null;
    if (document.activeElement !== document.body) return;
    const openers = region.current?.querySelectorAll<HTMLElement>('[data-row-open]');
    openers?.[Math.min(before.at, openers.length - 1)]?.focus();
  }, [ids, region]);
  useEffect(() => {
    const root = region.current;
    const note = ({ target }: FocusEvent) => {
      const id = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
      const at = id === undefined ? -1 : latest.current.indexOf(id);
      active.current = id !== undefined && at >= 0 ? { id, at } : null;
    };
    root?.addEventListener('focusin', note);
    return () => root?.removeEventListener('focusin', note);
  }, [region]);
}

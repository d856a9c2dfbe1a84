import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** If the focused row (`data-row`) is removed, focuses the opener (`data-row-open`) of the row now at its index. */
export function useKeptPlace(region: RefObject<HTMLElement | null>, ids: readonly string[]): void {
  const active = useRef<{ id: string; index: number } | null>(null);
  const latest = useRef(ids);
  useLayoutEffect(() => {
    latest.current = ids;
    const before = active.current;
    if (!before || ids.includes(before.id)) return;
    active.current = null;
    if (document.activeElement !== document.body) return;
    const openers = region.current?.querySelectorAll<HTMLElement>('[data-row-open]');
    openers?.[Math.min(before.index, openers.length - 1)]?.focus();
  }, [ids, region]);
  useEffect(() => {
    const root = region.current;
    const remember = ({ target }: FocusEvent) => {
      const id = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
      const index = id === undefined ? -1 : latest.current.indexOf(id);
      active.current = id !== undefined && index >= 0 ? { id, index } : null;
    };
    root?.addEventListener('focusin', remember);
    return () => root?.removeEventListener('focusin', remember);
  }, [region]);
}

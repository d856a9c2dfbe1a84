import { type RefObject, useEffect } from 'react';
import { isShortcutPress, pressShortcut } from '../keyboard/shortcuts.js';

const rowSelector = '[data-row]';
const openSelector = '[data-row-open]';
const steps: Record<string, number> = { ArrowDown: 1, j: 1, J: 1, ArrowUp: -1, k: -1, K: -1 };

/** Adds keys for rows (arrows, J and K move, Enter opens, letters press a `data-shortcut`) and opens rows on click. */
export function useTableNavigation(region: RefObject<HTMLElement | null>, selectedId: string | undefined) {
  useEffect(() => {
    const root = region.current;
    if (!root) return;
    let lastActive: string | undefined = selectedId;
    const abort = new AbortController();
    const { signal } = abort;

    const rows = () => [...root.querySelectorAll<HTMLElement>(rowSelector)];
    const activeRow = () => rows().find((row) => row.dataset.row === lastActive);

    root.addEventListener(
      'focusin',
      (event) => {
        lastActive = (event.target as Element).closest<HTMLElement>(rowSelector)?.dataset.row ?? lastActive;
      },
      { signal },
    );

    root.addEventListener(
      'click',
      (event) => {
        const target = event.target as Element;
        const row = target.closest(rowSelector);
        if (!row || target.closest('a, button, input, label, select, [role="checkbox"]')) return;
        if (window.getSelection()?.toString()) return;
        row.querySelector<HTMLElement>(openSelector)?.click();
      },
      { signal },
    );

    const move = (step: number) => {
      const all = rows();
      const at = all.findIndex((row) => row.dataset.row === lastActive);
      const next = all[at < 0 ? (step > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1)];
      const target = next?.querySelector<HTMLElement>(openSelector);
      if (!next || !target) return false;
      lastActive = next.dataset.row;
      target.focus({ preventScroll: true });
      next.scrollIntoView?.({ block: 'nearest' });
      return true;
    };

    document.addEventListener(
      'keydown',
      (event) => {
        const target = event.target as Element;
        if (!isShortcutPress(event) || (target !== document.body && !root.contains(target))) return;
        const step = steps[event.key];
        if (step) {
          if (move(step)) event.preventDefault();
          return;
        }
        const row = activeRow();
        if (!row) return;
        if (event.key === 'Enter' && target === document.body) row.querySelector<HTMLElement>(openSelector)?.click();
        else if (pressShortcut(row, event.key)) event.preventDefault();
      },
      { signal },
    );
    return () => abort.abort();
  }, [region, selectedId]);
}

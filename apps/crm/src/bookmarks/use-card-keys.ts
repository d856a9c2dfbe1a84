import { isShortcutPress } from '@docfolio/ui/keyboard/shortcuts';
import { type RefObject, useEffect } from 'react';

const openSelector = '[data-card-open]';

/** Moves the focus in a grid of cards: Left, Right, K and J by card, Up and Down by row. */
export function useCardKeys(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const root = region.current;
      const target = event.target as Element;
      if (!root || !isShortcutPress(event) || (target !== document.body && !root.contains(target))) return;
      const openers = [...root.querySelectorAll<HTMLElement>(openSelector)];
      const at = openers.findIndex((opener) => opener.closest('li')?.contains(document.activeElement));
      const step = stepOf(event.key, columnsOf(openers));
      if (step === undefined || openers.length === 0) return;
      event.preventDefault();
      const next = at < 0 ? 0 : at + step;
      const opener = openers[Math.min(Math.max(next, 0), openers.length - 1)]!;
      opener.focus({ preventScroll: true });
      opener.closest('li')?.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [region]);
}

function stepOf(key: string, columns: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    j: 1,
    ArrowLeft: -1,
    k: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  };
  return steps[key];
}

/** Returns how many cards are in the first row. */
function columnsOf(openers: readonly HTMLElement[]): number {
  const tops = openers.map((opener) => opener.closest('li')!.offsetTop);
  const below = tops.findIndex((top) => top !== tops[0]);
  return below < 0 ? Math.max(tops.length, 1) : below;
}

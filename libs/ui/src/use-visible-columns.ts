import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Column } from './data-table-columns.js';

/** The columns that the window has room for, by their `hideBelow`; followed as the window changes. */
export function useVisibleColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const limits = useMemo(
    () => [...new Set(columns.flatMap((column) => column.hideBelow ?? []))].sort((a, b) => a - b).join(','),
    [columns],
  );
  const queries = useCallback(
    () =>
      limits
        .split(',')
        .filter(Boolean)
        .map((limit) => ({ limit: Number(limit), media: window.matchMedia?.(`(width < ${limit}px)`) })),
    [limits],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const watched = queries();
      for (const { media } of watched) media?.addEventListener('change', listener);
      return () => {
        for (const { media } of watched) media?.removeEventListener('change', listener);
      };
    },
    [queries],
  );
  // The lowest limit that the window is under: every column whose limit is that or higher is left out.
  const under = useSyncExternalStore(
    subscribe,
    () => queries().find(({ media }) => media?.matches)?.limit ?? Number.POSITIVE_INFINITY,
    () => Number.POSITIVE_INFINITY,
  );
  return useMemo(
    () => columns.filter((column) => column.hideBelow === undefined || column.hideBelow < under),
    [columns, under],
  );
}

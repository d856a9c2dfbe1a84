import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { useState } from 'react';

interface Row {
  id: string;
}

/** Tracks selected rows by id, so that a refetch keeps them. `chosen`: those among `rows`. */
export function useSelection<R extends Row>(rows: readonly R[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ids.has(id));
  const toggle = useStableHandler((row: R) => {
    const next = new Set(ids);
    if (!next.delete(row.id)) next.add(row.id);
    setIds(next);
  });
  return {
    chosen,
    has: (row: R) => ids.has(row.id),
    toggle,
    all: rows.length > 0 && chosen.length === rows.length,
    /** Selects all loaded rows, or none. */
    setAll: (all: boolean) => setIds(new Set(all ? rows.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
  };
}

export type Selection<R extends Row> = ReturnType<typeof useSelection<R>>;

import { useCallback, useState } from 'react';

/** Tracks which records have a pending action. `during(id, work)` marks the id as busy until `work` settles. */
export function useBusyIds() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const during = useCallback(async (id: string, work: () => Promise<void>) => {
    setBusy((before) => new Set(before).add(id));
    try {
      await work();
    } finally {
      setBusy((before) => new Set([...before].filter((other) => other !== id)));
    }
  }, []);
  return { busy, during };
}

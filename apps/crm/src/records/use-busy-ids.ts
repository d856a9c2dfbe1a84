import { useCallback, useState } from 'react';

/** Ids of records with a pending action. */
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

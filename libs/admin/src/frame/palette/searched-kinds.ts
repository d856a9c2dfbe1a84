import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchedKind } from '../../admin-part.js';
import { useAdminParts } from '../parts.js';

/** The remote whose records the palette finds. */
const remote = 'crm';

/** Milliseconds that the palette waits for them before it opens with pages only. */
const longestWait = 250;

export interface SearchedKinds {
  kinds: readonly SearchedKind[];
  /** Loads the kinds again; undefined unless they could not be loaded, and while they are. */
  retry: (() => void) | undefined;
}

/** Loads what the palette searches beside pages, which also works without the CRM. Undefined for a quarter of a second at most. */
export function useSearchedKinds(wanted: boolean): SearchedKinds | undefined {
  const parts = useAdminParts();
  const { data, error, errorUpdateCount, refetch } = useQuery({
    queryKey: ['searched kinds'],
    queryFn: async () => {
      try {
        return (await parts.load(remote)).searchedKinds;
      } catch (error) {
        console.error('Loading what the palette searches failed', error);
        throw error;
      }
    },
    enabled: wanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const isWaiting = wanted && !data;
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(setIsLate, longestWait, true);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting]);
  if (data) return { kinds: data, retry: undefined };
  if (error) return { kinds: [], retry: () => void refetch() };
  // A query without data has no error while it is fetched again.
  return isLate || errorUpdateCount > 0 ? { kinds: [], retry: undefined } : undefined;
}

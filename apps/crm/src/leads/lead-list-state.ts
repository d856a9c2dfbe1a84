import { type LeadSource, type LeadStatus, leadSorts, leadSources, leadStatuses } from '@docfolio/contracts/lead';
import { searchLimit } from '@docfolio/contracts/list';
import { useSearchParams } from '@docfolio/federation/router';
import { useCallback, useMemo } from 'react';

export type LeadSort = (typeof leadSorts)[number];

/** What the address says of the list: search, filters and order. Undefined fields are at their default. */
export interface LeadListState {
  search: string | undefined;
  status: LeadStatus | undefined;
  source: LeadSource | undefined;
  spam: 'only' | undefined;
  sort: LeadSort;
}

export const defaultSort: LeadSort = '-created_at';

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}

/** Reads the address; what no list can be asked for is left out rather than sent to be refused. */
export function readListState(params: URLSearchParams): LeadListState {
  return {
    search: params.get('search')?.trim().slice(0, searchLimit) || undefined,
    status: oneOf(leadStatuses, params.get('status')),
    source: oneOf(leadSources, params.get('source')),
    spam: oneOf(['only'], params.get('spam')),
    sort: oneOf(leadSorts, params.get('sort')) ?? defaultSort,
  };
}

/** The list's state as the address holds it, and how to change it. A change stays on the page and in its history entry. */
export function useLeadListState() {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readListState(params), [params]);

  const change = useCallback(
    (changes: Partial<Record<keyof LeadListState, string | undefined>>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes))
            if (value && value !== defaultSort) after.set(name, value);
            else after.delete(name);
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );

  const clear = useCallback(
    () => change({ search: undefined, status: undefined, source: undefined, spam: undefined }),
    [change],
  );

  const narrowed = Boolean(state.search || state.status || state.source || state.spam);
  return { state, narrowed, change, clear };
}

import { searchLimit } from '@docfolio/contracts/core/list';
import { useNavigate, useSearchParams } from '@docfolio/federation/router';
import { useCallback, useMemo } from 'react';
import { addressNow } from './address-now.js';
import { useStableHandler } from './use-stable-handler.js';

/** The sort orders of a list, the default first, and the values of each filter. */
export interface ListShape {
  sorts: readonly string[];
  filters: Readonly<Record<string, readonly string[]>>;
}

/** A list's query in the URL: `sort` and, if set, `search` and filters. */
export type ListQueryState = Readonly<Record<string, string>> & { sort: string };

/** Reads a list's query from the URL. Ignores invalid values; cuts the search at `searchLimit` characters. */
export function readListState(params: URLSearchParams, { sorts, filters }: ListShape): ListQueryState {
  const search = params.get('search')?.trim().slice(0, searchLimit);
  const state: Record<string, string> = { sort: sorts.find((sort) => sort === params.get('sort')) ?? sorts[0]! };
  if (search) state.search = search;
  for (const [name, values] of Object.entries(filters)) {
    const value = params.get(name);
    if (value && values.includes(value)) state[name] = value;
  }
  return state as ListQueryState;
}

export interface ListState {
  query: ListQueryState;
  /** A search or a filter is active. */
  narrowed: boolean;
  /** Changes search, filters or order; undefined and '' clear one. */
  change: (changes: Readonly<Record<string, string | undefined>>) => void;
  /** Clears search and filters. */
  clear: () => void;
}

/** Reads and changes a list's search, filters and order in the URL. @param shape the same object in each render */
export function useListState(shape: ListShape): ListState {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const query = useMemo(() => readListState(params, shape), [params, shape]);

  const change = useStableHandler((changes: Readonly<Record<string, string | undefined>>) => {
    const { pathname, search } = addressNow();
    const after = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes))
      if (value && !(name === 'sort' && value === shape.sorts[0])) after.set(name, value);
      else after.delete(name);
    const typing = Object.keys(changes).every((name) => name === 'search') && new URLSearchParams(search).has('search');
    navigate({ pathname, search: after.toString() }, { replace: typing });
  });

  const clear = useCallback(
    () =>
      change(Object.fromEntries(['search', ...Object.keys(shape.filters)].map((name) => [name, undefined] as const))),
    [change, shape],
  );

  const narrowed = Object.keys(query).some((name) => name !== 'sort');
  return { query, narrowed, change, clear };
}

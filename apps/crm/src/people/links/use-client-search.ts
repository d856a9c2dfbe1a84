import { queryOf } from '@docfolio/api-client/query';
import { clients } from '@docfolio/contracts/entities/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Debounce of a typed search in ms; an emptied field is searched immediately. */
const searchDebounce = 200;
const offered = 20;

/** Searches clients while `enabled`; '' lists the first ones. `settled`: the results belong to this text. */
export function useClientSearch(text: string, enabled: boolean) {
  const [search, setSearch] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), text === '' ? 0 : searchDebounce);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryOf(clients.list, { ...(search && { search }), sort: 'name', limit: offered }),
    placeholderData: keepPreviousData,
    enabled,
  });
  return {
    found: data?.items ?? [],
    more: Boolean(data?.next),
    settled: search === text && data !== undefined && !isPlaceholderData,
    failed: isError,
    fetching: isFetching,
    retry: () => void refetch(),
  };
}

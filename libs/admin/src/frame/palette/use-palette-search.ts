// biome-ignore-all lint/correctness/useHookAtTopLevel: the hooks run for each kind of a list that stays the same while the component is mounted.

import { queryOf } from '@docfolio/api-client/query';
import { searchLimit } from '@docfolio/contracts/core/list';
import { foldForSearch, matchesSearch } from '@docfolio/contracts/core/search-fold';
import type { Status } from '@docfolio/ui/display/status-glyph';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchedKind } from '../../admin-part.js';
import { capitalised } from '../../records/record-kind.js';
import { type PageLink, pageLinks } from '../page-links.js';

const recordLimit = 5;
/** Milliseconds after the last key until the search is sent. */
const searchDelay = 150;

/** Returns the pages whose label contains a text, prefix matches first. '' matches all. */
export function findPages(text: string): readonly PageLink[] {
  const wanted = foldForSearch(text);
  const place = ({ label }: PageLink) => foldForSearch(label).indexOf(wanted);
  const found = pageLinks.filter((page) => place(page) >= 0);
  return [...found.filter((page) => place(page) === 0), ...found.filter((page) => place(page) > 0)];
}

export interface FoundRecords {
  title: string;
  records: readonly { to: string; name: string; detail: string | null; status?: Status }[];
  failed: boolean;
  searching: boolean;
  retry: () => void;
}

/** Searches each kind in its own request: one can fail alone. Until a response, returns previous results that match. */
export function usePaletteSearch(kinds: readonly SearchedKind[], typed: string): readonly FoundRecords[] {
  const text = typed.trim().slice(0, searchLimit);
  const settled = useDebounced(text);
  return kinds.map((kind) => useFoundRecords(kind, text, settled));
}

function useFoundRecords(kind: SearchedKind, text: string, search: string): FoundRecords {
  const { many, list } = kind;
  const enabled = search !== '' && text !== '';
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryOf(list, { search, limit: recordLimit }),
    enabled,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (error) console.error(`Searching ${many} failed`, error);
  }, [error, many]);
  const stale = search !== text || isPlaceholderData;
  const found = enabled && data ? data.items.map((record) => foundOf(kind, record)) : [];
  return {
    title: capitalised(many),
    records: stale ? found.filter((record) => matchesSearch(record.texts, text)) : found,
    failed: enabled && error !== null && !isFetching,
    searching: text !== '' && (search !== text || isFetching),
    retry: () => void refetch(),
  };
}

function foundOf(kind: SearchedKind, record: { id: string }) {
  const { to = `${kind.path}/${record.id}`, ...entry } = kind.paletteEntryOf!(record);
  return { ...entry, to, name: kind.nameOf(record) };
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

// biome-ignore-all lint/correctness/useHookAtTopLevel: the hooks run for each kind of a constant list.
import { queryOf } from '@docfolio/api-client/query';
import { searchLimit } from '@docfolio/contracts/list';
import type { Status } from '@docfolio/ui/display/status-glyph';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { capitalised } from '../../records/record-kind.js';
import { allKinds, type ListedKind } from '../kinds.js';
import { type PageLink, pageLinks } from '../page-links.js';

const recordLimit = 5;
/** Milliseconds after the last key until the search is sent. */
const searchDelay = 150;

export const searchedKinds = allKinds.filter(({ paletteEntryOf }) => paletteEntryOf);

/** Returns the pages whose label contains a text, ignoring case, prefix matches first. '' matches all. */
export function findPages(text: string): readonly PageLink[] {
  const wanted = text.toLowerCase();
  const place = ({ label }: PageLink) => label.toLowerCase().indexOf(wanted);
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
export function usePaletteSearch(typed: string): readonly FoundRecords[] {
  const text = typed.trim().slice(0, searchLimit);
  const settled = useDebounced(text);
  return searchedKinds.map((kind) => useFoundRecords(kind, text, settled));
}

function useFoundRecords(kind: ListedKind, text: string, search: string): FoundRecords {
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
    records: stale ? found.filter((record) => record.text.includes(text.toLowerCase())) : found,
    failed: enabled && error !== null && !isFetching,
    searching: text !== '' && (search !== text || isFetching),
    retry: () => void refetch(),
  };
}

function foundOf(kind: ListedKind, record: { id: string }) {
  const { texts, to = `${kind.path}/${record.id}`, ...entry } = kind.paletteEntryOf!(record);
  return { ...entry, to, name: kind.nameOf(record), text: texts.filter(Boolean).join('\n').toLowerCase() };
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelay);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

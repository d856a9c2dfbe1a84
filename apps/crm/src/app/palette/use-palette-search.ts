import { queryOf } from '@docfolio/api-client/query';
import { searchLimit } from '@docfolio/contracts/list';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  clientGroup,
  leadGroup,
  type PaletteGroup,
  type PaletteRecord,
  postGroup,
  projectGroup,
  recordLimit,
} from './palette-groups.js';

/** Milliseconds without a key before a search is sent. */
const searchPause = 150;

export interface FoundRecords {
  title: string;
  records: readonly PaletteRecord[];
  failed: boolean;
  searching: boolean;
  retry: () => void;
}

/**
 * The records of each kind that a text finds; a kind that cannot be asked fails alone. While an answer is on its way,
 * what the text before it found stays, as far as it still matches.
 */
export function usePaletteSearch(typed: string): readonly FoundRecords[] {
  const text = typed.trim().slice(0, searchLimit);
  const settled = useDebounced(text);
  return [
    useFoundRecords(leadGroup, text, settled),
    useFoundRecords(clientGroup, text, settled),
    useFoundRecords(projectGroup, text, settled),
    useFoundRecords(postGroup, text, settled),
  ];
}

function useFoundRecords<R extends { id: string }>(group: PaletteGroup<R>, text: string, search: string): FoundRecords {
  const { title, list, recordOf } = group;
  const asked = search !== '' && text !== '';
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryOf(list, { search, limit: recordLimit }),
    enabled: asked,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (error) console.error(`Searching ${title.toLowerCase()} failed`, error);
  }, [error, title]);
  const outdated = search !== text || isPlaceholderData;
  const records = asked && data ? data.items.map((record) => recordOf(record)) : [];
  return {
    title,
    records: outdated ? records.filter((record) => record.text.includes(text.toLowerCase())) : records,
    failed: asked && error !== null && !isFetching,
    searching: text !== '' && (search !== text || isFetching),
    retry: () => void refetch(),
  };
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchPause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

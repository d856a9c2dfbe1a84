import { infiniteListOf } from '@docfolio/api-client/query';
import type { List } from '@docfolio/contracts/core/list';
import type { CallInput, Operation } from '@docfolio/contracts/core/operation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { z } from 'zod';

type ListOperation<Row> = Operation<z.ZodType, z.ZodType<List<Row>>>;

/** Loads, by page, the part of a list that one service has. @param words subject of the log message of a failure */
export function useListPart<Row>(
  operation: ListOperation<Row>,
  words: string,
  input: CallInput<ListOperation<Row>> = {},
  enabled = true,
) {
  // A cached list could lack the newest records.
  const list = useInfiniteQuery({ ...infiniteListOf(operation, input as object), staleTime: 0, enabled });
  const { data, error } = list;
  useEffect(() => {
    if (error) console.error(`Loading ${words} failed`, error);
  }, [words, error]);
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  return { list, rows, complete: !list.hasNextPage, newest: data?.pages.at(-1) };
}

/** The rows of one service that are loaded so far, by descending time; `complete`: there are no more. */
export interface ListPart<Row> {
  rows: readonly Row[];
  complete: boolean;
}

/**
 * Merges the services' parts, the latest row first, without rows older than the last one of an incomplete part (its
 * next page may have later ones). @returns the rows with their parts, and the part to load more of
 */
export function mergeParts<Part extends ListPart<{ id: string }>>(
  parts: readonly Part[],
  timeOf: (row: Part['rows'][number]) => string,
) {
  const loadedDownTo = ({ rows }: Part) => (rows.length > 0 ? timeOf(rows.at(-1)!) : '');
  const [next] = parts
    .filter(({ complete }) => !complete)
    .sort((one, other) => order(loadedDownTo(other), loadedDownTo(one)));
  const known = next ? loadedDownTo(next) : '';
  const rows = parts
    .flatMap((part) =>
      part.rows.map((row: Part['rows'][number]) => ({ row, part })).filter(({ row }) => timeOf(row) >= known),
    )
    .sort((one, other) => order(timeOf(other.row), timeOf(one.row)) || order(other.row.id, one.row.id));
  return { rows, next };
}

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

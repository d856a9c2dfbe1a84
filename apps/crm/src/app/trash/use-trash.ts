import { infiniteListOf, queryOf } from '@docfolio/api-client/query';
import type { TrashType } from '@docfolio/contracts/trash';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { totalText } from '../../records/record-texts.js';
import { loadedDownTo, mergeTrash } from './merge-trash.js';
import { contentPart, peoplePart, type TrashPart } from './trash-parts.js';

/** Loads the deleted records of one service by page: of one kind, or of all if `type` is undefined. */
function useTrashPart(part: TrashPart, type: TrashType | undefined) {
  const asked = type === undefined || part.types.includes(type);
  // A cached list would miss a record that was deleted a moment ago on another page.
  const list = useInfiniteQuery({ ...infiniteListOf(part.list, type ? { type } : {}), enabled: asked, staleTime: 0 });
  const { data, error } = list;
  useEffect(() => {
    if (error) console.error(`${part.words} could not be loaded`, error);
  }, [error, part]);
  return {
    part,
    asked,
    list,
    rows: useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]),
    complete: !list.hasNextPage,
    total: data?.pages.at(-1),
    /** Whether loading failed and no row can be shown. */
    failed: list.isError && !data,
    waiting: asked && !data && !list.isError,
  };
}

export type TrashPartList = ReturnType<typeof useTrashPart>;

/** Returns the deleted records of both services as one list. If one service fails, the other's records are shown. */
export function useTrash(type: TrashType | undefined) {
  const people = useTrashPart(peoplePart, type);
  const content = useTrashPart(contentPart, type);
  const parts = [people, content].filter(({ asked }) => asked);
  const read = parts.filter(({ list }) => list.data);
  // Loads next the list whose last loaded deletion is the latest: it limits the merged list.
  const next = read
    .filter(({ complete }) => !complete)
    .reduce<TrashPartList | undefined>(
      (one, other) => (one && loadedDownTo(one) >= loadedDownTo(other) ? one : other),
      undefined,
    );
  const totals = read.flatMap(({ total }) => total ?? []);
  return {
    parts,
    rows: read.length > 0 ? mergeTrash(read) : undefined,
    total:
      totals.length > 0
        ? totalText({
            total: totals.reduce((sum, { total }) => sum + total, 0),
            total_exact: totals.every(({ total_exact }) => total_exact),
          })
        : undefined,
    next: next?.list,
  };
}

/** Returns the number of deleted records per service; a service that has not responded is missing. */
export function useTrashTotals(): Map<TrashPart, number> {
  const people = useQuery({ ...queryOf(peoplePart.list, { limit: 1 }), staleTime: 0 });
  const content = useQuery({ ...queryOf(contentPart.list, { limit: 1 }), staleTime: 0 });
  const totals = new Map<TrashPart, number>();
  if (people.data) totals.set(peoplePart, people.data.total);
  if (content.data) totals.set(contentPart, content.data.total);
  return totals;
}

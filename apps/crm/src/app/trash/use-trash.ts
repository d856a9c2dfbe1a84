import { mergeParts, useListPart } from '@docfolio/admin/records/list-parts';
import { totalText } from '@docfolio/admin/records/record-texts';
import { queryOf } from '@docfolio/api-client/query';
import type { TrashType } from '@docfolio/contracts/entities/trash';
import { useQuery } from '@tanstack/react-query';
import { contentPart, peoplePart, type TrashPart } from './trash-parts.js';

/** Loads the deleted records of one service by page, of all its kinds if `type` is undefined. */
function useTrashPart(part: TrashPart, type: TrashType | undefined) {
  const asked = type === undefined || part.types.includes(type);
  const loaded = useListPart(part.list, part.words, type ? { type } : {}, asked);
  const { isError, data } = loaded.list;
  return {
    ...loaded,
    part,
    asked,
    failed: isError && !data,
    waiting: asked && !data && !isError,
  };
}

export type TrashPartList = ReturnType<typeof useTrashPart>;

/** Returns the deleted records of both services as one list. If one service fails, the other's are shown. */
export function useTrash(type: TrashType | undefined) {
  const people = useTrashPart(peoplePart, type);
  const content = useTrashPart(contentPart, type);
  const parts = [people, content].filter(({ asked }) => asked);
  const read = parts.filter(({ list }) => list.data);
  const { rows, next } = mergeParts(read, ({ deleted_at }) => deleted_at);
  const totals = read.flatMap(({ newest }) => newest ?? []);
  return {
    parts,
    rows: read.length > 0 ? rows.map(({ row }) => row) : undefined,
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

/** Returns the number of deleted records by service, without a service that has not responded. */
export function useTrashTotals(): Map<TrashPart, number> {
  const people = useQuery({ ...queryOf(peoplePart.list, { limit: 1 }), staleTime: 0 });
  const content = useQuery({ ...queryOf(contentPart.list, { limit: 1 }), staleTime: 0 });
  const totals = new Map<TrashPart, number>();
  if (people.data) totals.set(peoplePart, people.data.total);
  if (content.data) totals.set(contentPart, content.data.total);
  return totals;
}

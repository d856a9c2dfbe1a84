import type { Trashed } from '@docfolio/contracts/trash';

/** The deleted records of one service that are loaded so far, the latest deletion first. */
export interface TrashRead {
  rows: readonly Trashed[];
  /** Whether all pages are loaded. */
  complete: boolean;
}

/**
 * Merges the lists of all services, latest deletion first. Omits rows that were deleted before the oldest loaded row of a list
 * that has more pages, so that its next page adds rows only at the end.
 */
export function mergeTrash(lists: readonly TrashRead[]): Trashed[] {
  const known = lists.map(loadedDownTo).sort().at(-1) ?? '';
  return lists
    .flatMap(({ rows }) => rows)
    .filter(({ deleted_at }) => deleted_at >= known)
    .sort(byDeletion);
}

/** Returns the `deleted_at` of the last loaded row, or '' if all pages are loaded. Timestamps compare as strings. */
export function loadedDownTo({ rows, complete }: TrashRead): string {
  return complete ? '' : (rows.at(-1)?.deleted_at ?? '');
}

const byDeletion = (one: Trashed, other: Trashed) =>
  one.deleted_at === other.deleted_at ? order(other.id, one.id) : order(other.deleted_at, one.deleted_at);

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

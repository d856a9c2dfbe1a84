import type { Trashed } from '@docfolio/contracts/trash';

/** The pages of one list that are loaded, the newest deletion first. */
export interface TrashRead {
  rows: readonly Trashed[];
  /** No older page is left. */
  complete: boolean;
}

/**
 * Merges lists, the newest deletion first, down to where all of them are loaded: later pages are only ever appended below.
 */
export function mergeTrash(lists: readonly TrashRead[]): Trashed[] {
  const known = lists.map(loadedDownTo).sort().at(-1) ?? '';
  return lists
    .flatMap(({ rows }) => rows)
    .filter(({ deleted_at }) => deleted_at >= known)
    .sort(byDeletion);
}

/**
 * Returns the time down to which a list is loaded: '' if it is complete. The contract's timestamps compare as strings.
 */
export function loadedDownTo({ rows, complete }: TrashRead): string {
  return complete ? '' : (rows.at(-1)?.deleted_at ?? '');
}

const byDeletion = (one: Trashed, other: Trashed) =>
  one.deleted_at === other.deleted_at ? order(other.id, one.id) : order(other.deleted_at, one.deleted_at);

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

import type { Trashed } from '@docfolio/contracts/trash';

/** What has been read of one list so far, the newest deletion first. */
export interface TrashRead {
  rows: readonly Trashed[];
  /** Nothing more is to be read. */
  complete: boolean;
}

/**
 * Several lists as one, the newest deletion first. A row is shown once no list can have one before it: what has been
 * read beyond that waits, so that nothing ever comes in above what is on the screen.
 */
export function mergeTrash(lists: readonly TrashRead[]): Trashed[] {
  const known = lists.map(knownDownTo).sort().at(-1) ?? '';
  return lists
    .flatMap(({ rows }) => rows)
    .filter(({ deleted_at }) => deleted_at >= known)
    .sort(byDeletion);
}

/** The moment down to which a list is known: '' is all of it. Timestamps of the contract compare as texts. */
export function knownDownTo({ rows, complete }: TrashRead): string {
  return complete ? '' : (rows.at(-1)?.deleted_at ?? '');
}

const byDeletion = (one: Trashed, other: Trashed) =>
  one.deleted_at === other.deleted_at ? order(other.id, one.id) : order(other.deleted_at, one.deleted_at);

const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

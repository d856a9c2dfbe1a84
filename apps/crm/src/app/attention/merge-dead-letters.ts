import type { DeadLetter } from '@docfolio/contracts/dead-letter';

/** The dead letters (refused submissions) of one service that are loaded so far, newest first. */
export interface DeadLetterPart {
  rows: readonly DeadLetter[];
  /** Whether all pages are loaded. */
  complete: boolean;
}

/** Returns the timestamp of the oldest loaded row; '' if all pages are loaded. */
export const loadedDownTo = ({ rows, complete }: DeadLetterPart) => (complete ? '' : (rows.at(-1)?.at ?? '\uffff'));

/** Merges the services' rows, newest first. Omits rows older than any part's loaded range: pages only append rows. */
export function mergeDeadLetters<Part extends DeadLetterPart>(parts: readonly Part[]) {
  const known = parts.map(loadedDownTo).sort().at(-1) ?? '';
  return parts
    .flatMap((part) => part.rows.filter(({ at }) => at >= known).map((row) => ({ row, part })))
    .sort((one, other) => (one.row.at < other.row.at ? 1 : -1));
}

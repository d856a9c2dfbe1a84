import type { DeadLetter } from '@docfolio/contracts/dead-letter';

/** The pages of one service's dead letters that are loaded, newest first. */
export interface DeadLetterPart {
  rows: readonly DeadLetter[];
  /** No older page is left. */
  complete: boolean;
}

/** Returns the time down to which a part is loaded: '' if it is complete. */
export const loadedDownTo = ({ rows, complete }: DeadLetterPart) => (complete ? '' : (rows.at(-1)?.at ?? '\uffff'));

/** Merges parts, newest first, down to where all of them are loaded, so that later pages are appended below. */
export function mergeDeadLetters<Part extends DeadLetterPart>(parts: readonly Part[]) {
  const known = parts.map(loadedDownTo).sort().at(-1) ?? '';
  return parts
    .flatMap((part) => part.rows.filter(({ at }) => at >= known).map((row) => ({ row, part })))
    .sort((one, other) => (one.row.at < other.row.at ? 1 : -1));
}

import type { DeadLetter } from '@docfolio/contracts/dead-letter';

/** One service's parked submissions as far as they have been read, newest first. */
export interface ParkedPart {
  rows: readonly DeadLetter[];
  /** Nothing older is left to read. */
  complete: boolean;
}

/** Down to when a part is known: everything newer has been read. Below every time where it is complete. */
export const knownDownTo = ({ rows, complete }: ParkedPart) => (complete ? '' : (rows.at(-1)?.at ?? '\uffff'));

/** Parts as one list, newest first, as far down as each of them is known: what is read later comes below. */
export function mergeParked<Part extends ParkedPart>(parts: readonly Part[]) {
  const known = parts.map(knownDownTo).sort().at(-1) ?? '';
  return parts
    .flatMap((part) => part.rows.filter(({ at }) => at >= known).map((row) => ({ row, part })))
    .sort((one, other) => (one.row.at < other.row.at ? 1 : -1));
}

import type { SetChecksum } from './checksum.js';

/** The move cannot start or continue. The message is meant for the operator. */
export class MoveError extends Error {
  override name = 'MoveError';
}

/** Reports progress of the current step. */
export type Say = (doing: string) => void;

/** Result for one collection, bucket or Redis database. */
export interface MoveRow {
  store: 'MongoDB' | 'Redis' | 'objects';
  name: string;
  /** Items in this installation. */
  here: number;
  /** Items in the target. */
  there: number;
  /** Items that this run wrote. */
  copied: number;
  /** First digits of the checksum here; empty where nothing was compared. */
  checksum: string;
  /** Description of the differences; undefined if both sides are equal. */
  problem?: string;
  /** Reason why nothing had to be moved. */
  note?: string;
}

export interface Copied {
  written: number;
  /** Items that differ in the target and were left unchanged. */
  conflicts: number;
}

/** Number of names shown. */
const SHOWN = 3;

/** Counts differing items and collects the first names. */
class Differences {
  private readonly names: string[] = [];
  count = 0;

  add(name: string): void {
    this.count += 1;
    if (this.names.length < SHOWN) this.names.push(name);
  }

  toString(): string {
    return `${this.count} (${this.names.join(', ')}${this.count > this.names.length ? ', ...' : ''})`;
  }
}

/** Differing items by kind. */
export class Comparison {
  readonly missing = new Differences();
  readonly differing = new Differences();
  readonly foreign = new Differences();

  /** Returns a phrase, or undefined if nothing differs. */
  get problem(): string | undefined {
    const kinds: [string, Differences][] = [
      ['missing in the target', this.missing],
      ['other content', this.differing],
      ['only in the target', this.foreign],
    ];
    const found = kinds.filter(([, { count }]) => count > 0).map(([kind, differences]) => `${kind}: ${differences}`);
    return found.length > 0 ? found.join('; ') : undefined;
  }
}

/** Returns the row of a store after both sides were read completely. */
export function compared(
  { store, name, copied }: Pick<MoveRow, 'store' | 'name' | 'copied'>,
  here: SetChecksum,
  there: SetChecksum,
  problem: string | undefined,
): MoveRow {
  const mismatch = here.equals(there) ? undefined : 'the checksums differ';
  return {
    ...{ store, name, copied, here: here.count, there: there.count, checksum: here.value.slice(0, 12) },
    problem: problem ?? mismatch,
  };
}

const number = (value: number): string => value.toLocaleString('en-US');

/** Renders the table for the terminal, one line per row. */
export function renderTable(rows: MoveRow[]): string {
  const header = ['store', 'name', 'here', 'target', 'copied', 'checksum', ''];
  const cells = rows.map((row) => [
    row.store,
    row.name,
    number(row.here),
    number(row.there),
    number(row.copied),
    row.checksum,
    row.problem ? `DIFFERS: ${row.problem}` : (row.note ?? 'equal'),
  ]);
  const widthOf = (column: number) => Math.max(...[header, ...cells].map((line) => line[column]?.length ?? 0));
  const widths = [...header.keys()].map(widthOf);
  const isNumber = (column: number) => column >= 2 && column <= 4;
  return [header, ...cells]
    .map((line) =>
      line
        .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Limits progress messages to one per interval (ms), because each is a line in a log. */
export function throttled(say: Say, intervalMs: number): Say {
  let last = performance.now();
  return (doing) => {
    if (performance.now() - last < intervalMs) return;
    last = performance.now();
    say(doing);
  };
}

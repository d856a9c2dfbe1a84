import type { SetChecksum } from './checksum.js';

/** The move cannot go on, or must not begin; the message is meant for the operator. */
export class MoveError extends Error {
  override name = 'MoveError';
}

/** Reports progress of the current step. */
export type Say = (doing: string) => void;

/** What became of one collection, bucket or Redis database. */
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
  /** What differs, as a sentence; undefined where both sides are equal. */
  problem?: string;
  /** Says why nothing had to be moved. */
  note?: string;
}

export interface Copied {
  /** Items written, replacements included. */
  written: number;
  /** Items that stand in the target with another content, and were left so. */
  conflicts: number;
}

/** How many names of differing items a message shows. */
const SHOWN = 3;

/** Collects what differs: a count, and the first names. */
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

/** Items that differ between this installation and the target, by kind. */
export class Comparison {
  readonly missing = new Differences();
  readonly differing = new Differences();
  readonly foreign = new Differences();

  /** As a phrase, or undefined when nothing differs. */
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

/** The row of a store whose two sides were read completely. */
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

/** The table for the terminal, one line per row. */
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

/** Lets progress through at most once per interval (ms): each line stays in a log. */
export function throttled(say: Say, intervalMs: number): Say {
  let last = performance.now();
  return (doing) => {
    if (performance.now() - last < intervalMs) return;
    last = performance.now();
    say(doing);
  };
}

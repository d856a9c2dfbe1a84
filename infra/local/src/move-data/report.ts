import type { SetChecksum } from './checksum.js';

/** The move cannot start or continue. The message is meant for the operator. */
export class MoveError extends Error {
  override name = 'MoveError';
}

export type Say = (doing: string) => void;

export interface MoveRow {
  store: 'MongoDB' | 'Redis' | 'objects';
  name: string;
  here: number;
  there: number;
  copied: number;
  /** First digits of the source's checksum; empty if nothing was compared. */
  checksum: string;
  /** Description of the differences; undefined if both sides are equal. */
  problem?: string;
  note?: string;
}

export interface Copied {
  written: number;
  conflicts: number;
}

const shownNames = 3;

class Differences {
  private readonly names: string[] = [];
  count = 0;

  add(name: string): void {
    this.count += 1;
    if (this.names.length < shownNames) this.names.push(name);
  }

  toString(): string {
    return `${this.count} (${this.names.join(', ')}${this.count > this.names.length ? ', ...' : ''})`;
  }
}

export class Comparison {
  readonly missing = new Differences();
  readonly differing = new Differences();
  readonly foreign = new Differences();

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

/** Returns the report's row for a collection, Redis or a bucket from the checksums of both sides. */
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

/** Returns a `say` that drops messages within `intervalMs` of the last one, because each is a line in a log. */
export function throttled(say: Say, intervalMs: number): Say {
  let last = performance.now();
  return (doing) => {
    if (performance.now() - last < intervalMs) return;
    last = performance.now();
    say(doing);
  };
}

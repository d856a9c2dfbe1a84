import { foreignCursor } from '@docfolio/contracts/core/list';
import { ProblemError } from '@docfolio/contracts/core/problem';

export interface Cursor {
  key: string | number | Date;
  id: string;
}

/** Encodes the position of a page's last row: base64url of [sort, key, id], with dates as ms since the epoch. */
export function writeCursor(sort: string, { key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, key instanceof Date ? key.getTime() : key, id])).toString('base64url');
}

interface CursorKeys {
  string: string;
  number: number;
  date: Date;
}

export type CursorKey = keyof CursorKeys;

/** Decodes a cursor. @throws ProblemError `validation_failed` on `after` if it is malformed or from another sort */
export function readCursor<Kind extends CursorKey>(
  sort: string,
  kind: Kind,
  cursor: string,
): { key: CursorKeys[Kind]; id: string } {
  const [from, key, id] = decode(cursor);
  if (from !== sort || typeof id !== 'string') throw notACursor();
  const value = kind === 'date' && typeof key === 'number' ? new Date(key) : key;
  const valid = value instanceof Date ? !Number.isNaN(value.getTime()) : typeof value === kind;
  if (!valid) throw notACursor();
  return { key: value as CursorKeys[Kind], id };
}

function decode(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parsed)) return parsed;
  } catch (error) {
    throw notACursor(error);
  }
  throw notACursor();
}

function notACursor(cause?: unknown): ProblemError {
  return new ProblemError('validation_failed', {
    errors: [{ path: 'after', message: foreignCursor }],
    cause,
  });
}

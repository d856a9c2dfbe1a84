import { ProblemError } from '@docfolio/contracts/problem';

/** Where a list goes on: behind the row with this sort key and id. */
export interface Cursor {
  key: string | number | Date;
  id: string;
}

/** Opaque to callers: base64url of [sort, key, id], a date as its milliseconds. */
export function writeCursor(sort: string, { key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, key instanceof Date ? key.getTime() : key, id])).toString('base64url');
}

/** What a list's sort keys are. */
export type CursorKey = 'string' | 'number' | 'date';

/** @throws ProblemError `validation_failed` on `after` when it is no cursor, or one of another sort */
export function readCursor(sort: string, kind: CursorKey, cursor: string): Cursor {
  const [from, key, id] = decode(cursor);
  if (from !== sort || typeof id !== 'string') throw notACursor();
  if (kind === 'string' && typeof key === 'string') return { key, id };
  if (kind === 'number' && typeof key === 'number') return { key, id };
  const date = new Date(kind === 'date' && typeof key === 'number' ? key : Number.NaN);
  if (Number.isNaN(date.getTime())) throw notACursor();
  return { key: date, id };
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
    errors: [{ path: 'after', message: 'Not a cursor of this list' }],
    cause,
  });
}

import { ProblemError } from '@docfolio/contracts/problem';

/** Where a list goes on: behind the row with this sort key and id. */
export interface Cursor {
  key: string | number | Date;
  id: string;
}

/** Opaque to callers: base64url of [sort, key, id, whether the key is a date]. */
export function writeCursor(sort: string, { key, id }: Cursor): string {
  const isDate = key instanceof Date;
  return Buffer.from(JSON.stringify([sort, isDate ? key.getTime() : key, id, isDate ? 1 : 0])).toString('base64url');
}

/** @throws ProblemError `validation_failed` on `after` when it is no cursor, or one of another sort */
export function readCursor(sort: string, cursor: string): Cursor {
  const [from, key, id, isDate] = decode(cursor);
  const valid = from === sort && typeof id === 'string' && (typeof key === 'string' || typeof key === 'number');
  const date = isDate === 1;
  if (!valid || (date && typeof key !== 'number')) throw notACursor();
  return { key: date ? new Date(key) : key, id };
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

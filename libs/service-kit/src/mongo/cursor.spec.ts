import { maxListLimit } from '@docfolio/contracts/core/list';
import { leadListQuery } from '@docfolio/contracts/entities/lead';
import { type CursorKey, readCursor, writeCursor } from './cursor.js';

const written = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('cursors', () => {
  it.each<[string | number | Date, CursorKey]>([
    ['Ünï "text"', 'string'],
    ['', 'string'],
    [42, 'number'],
    [new Date(1_700_000_000_123), 'date'],
  ])('preserve the key %p', (key, kind) => {
    const cursor = writeCursor('-created_at', { key, id: 'id' });
    expect(readCursor('-created_at', kind, cursor)).toEqual({ key, id: 'id' });
    expect(leadListQuery.parse({ after: cursor, limit: maxListLimit }).after).toBe(cursor);
  });

  it.each<[string, CursorKey, string]>([
    ['of another sort', 'string', written('name', 'a', 'id')],
    ['that is not JSON', 'string', 'abc'],
    ['that is not a list', 'string', Buffer.from('{}').toString('base64url')],
    ['with an operator for a key', 'string', written('-name', { $gt: '' }, 'id')],
    ['with an operator for an id', 'string', written('-name', 'a', { $gt: '' })],
    ['with text for a date', 'date', written('-name', 'foo', 'id')],
    ['with an invalid date', 'date', written('-name', 1e300, 'id')],
    ['with text for a number', 'number', written('-name', 'foo', 'id')],
    ['with a number for text', 'string', written('-name', 1, 'id')],
    ['with null for a date', 'date', written('-name', null, 'id')],
  ])('refuse %s', (_, kind, cursor) => {
    expect(() => readCursor('-name', kind, cursor)).toThrow(
      expect.objectContaining({ code: 'validation_failed', errors: [expect.objectContaining({ path: 'after' })] }),
    );
  });
});

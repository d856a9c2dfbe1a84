import { leadListQuery } from '@docfolio/contracts/lead';
import { maxListLimit } from '@docfolio/contracts/list';
import { readCursor, writeCursor } from './cursor.js';

describe('cursors', () => {
  it.each(['Ünï "text"', '', 42, new Date(1_700_000_000_123)])('bring back the key %p', (key) => {
    const cursor = writeCursor('-created_at', { key, id: 'id' });
    expect(readCursor('-created_at', cursor)).toEqual({ key, id: 'id' });
    expect(leadListQuery.parse({ after: cursor, limit: maxListLimit }).after).toBe(cursor);
  });

  it.each([
    ['of another sort', writeCursor('name', { key: 'a', id: 'id' })],
    ['that is no JSON', 'abc'],
    ['that is no list', Buffer.from('{}').toString('base64url')],
    ['with an operator for a key', Buffer.from(JSON.stringify(['-name', { $gt: '' }, 'id', 0])).toString('base64url')],
    ['with an operator for an id', Buffer.from(JSON.stringify(['-name', 'a', { $gt: '' }, 0])).toString('base64url')],
    ['with text for a date', Buffer.from(JSON.stringify(['-name', 'a', 'id', 1])).toString('base64url')],
  ])('refuse one %s', (_, cursor) => {
    expect(() => readCursor('-name', cursor)).toThrow(
      expect.objectContaining({ code: 'validation_failed', errors: [expect.objectContaining({ path: 'after' })] }),
    );
  });
});

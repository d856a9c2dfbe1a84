import type { Trashed } from '@docfolio/contracts/entities/trash';
import { type ListPart, mergeParts } from './list-parts.js';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const deleted = (id: string, hour: number): Trashed => ({
  id,
  type: 'leads',
  title: id,
  detail: '',
  deleted_at: at(hour),
  expires_at: at(hour),
});
const merged = (...parts: ListPart<Trashed>[]) =>
  mergeParts(parts, ({ deleted_at }) => deleted_at)
    .rows.map(({ row }) => row.id)
    .join(' ');

test('merges two completely loaded lists by deletion time, newest first', () => {
  const people = { rows: [deleted('a', 9), deleted('c', 5)], complete: true };
  const content = { rows: [deleted('b', 7), deleted('d', 2)], complete: true };
  expect(merged(people, content)).toBe('a b c d');
});

test('holds back rows below the loaded part of a longer list until its next page is loaded', () => {
  const people = { rows: [deleted('a', 9), deleted('b', 8)], complete: false };
  const content = { rows: [deleted('c', 10), deleted('d', 3)], complete: true };
  expect(merged(people, content)).toBe('c a b');
  const more = { rows: [...people.rows, deleted('e', 4)], complete: true };
  expect(merged(more, content)).toBe('c a b e d');
});

test('orders records deleted at the same time independently of the order of the lists', () => {
  const one = { rows: [deleted('a', 9)], complete: true };
  const other = { rows: [deleted('b', 9)], complete: true };
  expect(merged(one, other)).toBe(merged(other, one));
});

test('returns no rows for no lists', () => expect(merged()).toBe(''));

test('names the longer list that limits the merged one as the next to load', () => {
  const people = { rows: [deleted('a', 9), deleted('b', 8)], complete: false };
  const content = { rows: [deleted('c', 10), deleted('d', 3)], complete: false };
  expect(mergeParts([content, people], ({ deleted_at }) => deleted_at).next).toBe(people);
});

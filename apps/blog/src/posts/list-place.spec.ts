import { postListQuery } from '@docfolio/contracts/entities/post';
import { listAddress, listPlaceOf } from './list-place.js';

const placeOf = (query: string) => listPlaceOf(new URLSearchParams(query));

it.each([
  ['', { page: 1 }],
  ['page=3', { page: 3 }],
  ['category=AI&search=locks&page=2', { page: 2, category: 'AI', search: 'locks' }],
  ['page=0', { page: 1 }],
  ['page=-1', { page: 1 }],
  ['page=abc', { page: 1 }],
  ['page=1e9', { page: 1 }],
  ['page=999999999', { page: 100_000 }],
  ['page=9999999999', { page: 1 }],
  ['page=2&page=3', { page: 2 }],
  ['search=++', { page: 1 }],
  ['search=%00a%0a', { page: 1, search: 'a' }],
])('parses %j', (query, place) => {
  expect(placeOf(query)).toEqual(place);
});

it.each([
  'search=%00',
  `search=${'x'.repeat(500)}`,
  `search=${'😀'.repeat(150)}`,
  `category=${'y'.repeat(500)}`,
  'page=x',
])('returns a valid query for %s', (query) => {
  expect(postListQuery.safeParse(placeOf(query)).success).toBe(true);
});

it('formats what it parses, and the first page without a query', () => {
  const place = { page: 4, category: 'AI & co', search: 'a+b' };
  expect(listPlaceOf(new URL(listAddress(place), 'http://x').searchParams)).toEqual(place);
  expect(listAddress({ page: 1 })).toBe('/blog');
});

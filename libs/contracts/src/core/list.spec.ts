import { z } from 'zod';
import { listQuery, maxPage, pageQuery, searchLimit } from './list.js';

const pages = pageQuery({ category: z.string().optional() });
const list = listQuery(['-created_at', 'title'], {});
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('the query of a public list', () => {
  it('names the first page by default, and any page up to the highest one as a number or as text', () => {
    expect(pages.parse({})).toEqual({ page: 1 });
    expect([1, '1', maxPage, String(maxPage)].map((page) => pages.parse({ page }).page)).toEqual([
      1,
      1,
      maxPage,
      maxPage,
    ]);
  });

  it.each([0, '0', -1, maxPage + 1, String(maxPage + 1), 1.5, '1.5', '1e3', ' 1', '1 ', '', '1x', 'x1', null])(
    'refuses the page %j',
    (page) => expect(accepts(pages, { page })).toBe(false),
  );

  it('refuses a parameter that the list does not read', () => {
    expect(accepts(pages, { category: 'a', color: 'red' })).toBe(false);
  });
});

describe('the query of an admin list', () => {
  it('limits a page to 100 rows, and sorts by the first key by default', () => {
    expect(list.parse({})).toEqual({ sort: '-created_at', limit: 50 });
    expect([1, 100, '1', '100'].map((limit) => list.parse({ limit }).limit)).toEqual([1, 100, 1, 100]);
    for (const limit of [0, 101, '0', '101', 1.5]) expect(accepts(list, { limit })).toBe(false);
  });

  it('limits the length of a cursor and refuses characters that no cursor contains', () => {
    expect(accepts(list, { after: 'Az09_-'.padEnd(1_000, 'a') })).toBe(true);
    for (const after of ['a'.repeat(1_001), 'a+', '+a', 'a b', 'a\n']) expect(accepts(list, { after })).toBe(false);
  });

  it('trims a search text before measuring it, and refuses NUL and lone surrogates anywhere in it', () => {
    const longest = 'x'.repeat(searchLimit);
    expect(list.parse({ search: ` ${longest} ` }).search).toBe(longest);
    for (const search of [`${longest}x`, 'a\0b', '\0b', 'a\0', 'a\ud800'])
      expect(accepts(list, { search })).toBe(false);
    expect(list.parse({ search: 'a\tb 😀' }).search).toBe('a\tb 😀');
  });
});

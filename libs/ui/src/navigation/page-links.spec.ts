import { maxPageLinks, pageLinks } from './page-links.js';

test.each([
  [1, 0, ''],
  [1, 1, '1'],
  [3, 5, '1 2 3 4 5'],
  [1, 6, '1 2 3 … 6'],
  [1, 12, '1 2 3 … 12'],
  [2, 12, '1 2 3 … 12'],
  [3, 12, '1 2 3 4 … 12'],
  [4, 12, '1 … 3 4 5 … 12'],
  [9, 12, '1 … 8 9 10 … 12'],
  [10, 12, '1 … 9 10 11 12'],
  [11, 12, '1 … 10 11 12'],
  [12, 12, '1 … 10 11 12'],
  [99, 12, '1 … 10 11 12'],
  [0, 12, '1 2 3 … 12'],
])('pageLinks for page %i of %i returns %s', (page, last, shown) => {
  expect(pageLinks(page, last).join(' ')).toBe(shown);
});

test('pageLinks returns at most five numbers, always with the current, first and last page', () => {
  for (let last = 1; last <= 40; last += 1) {
    for (let page = 1; page <= last; page += 1) {
      const numbers = pageLinks(page, last).filter((link) => link !== '…');
      expect(numbers.length).toBeLessThanOrEqual(maxPageLinks);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(numbers).toEqual(expect.arrayContaining([1, page, last]));
    }
  }
});

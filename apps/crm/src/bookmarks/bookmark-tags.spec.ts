import { shownTags, tagsOf, tagsText } from './bookmark-tags.js';

test.each([
  ['', []],
  ['  ', []],
  ['react', ['react']],
  [' react ,  web design', ['react', 'web design']],
  ['a,,b', ['a', '', 'b']],
  ['a, ', ['a', '']],
  [',', ['', '']],
])('parses %j as %j', (text, tags) => expect(tagsOf(text)).toEqual(tags));

test('parses formatted tags back to the same tags', () => {
  expect(tagsOf(tagsText(['a', '', 'b c']))).toEqual(['a', '', 'b c']);
});

test.each([
  [[], [], 0],
  [['a', 'b', 'c'], ['a', 'b', 'c'], 0],
  [['a', '', ' ', 'b', 'c', 'd', 'e'], ['a', 'b', 'c'], 2],
  [['a', 'a', 'b'], ['a', 'b'], 0],
])('shows of the tags %j the first %j and %d more', (tags, shown, more) =>
  expect(shownTags(tags)).toEqual({ shown, more }),
);

import { renderMarkdown } from './render.js';
import { testBounds } from './testing/bounds.js';
import { checkTree } from './testing/check-tree.js';

// Enough for depth and size; the slow spec beside this one has texts of the greatest length.
testBounds(20_000);

test('gives ten thousand headings with the same text unique ids', () => {
  const { headings } = renderMarkdown('## The same words\n\n'.repeat(10_000));
  expect(headings).toHaveLength(10_000);
  expect(new Set(headings.map(({ id }) => id)).size).toBe(10_000);
});

test('renders ordinary nesting and emphasis in full', () => {
  const quoted = renderMarkdown(`${'> '.repeat(8)}deep`).document;
  expect(checkTree(quoted).depth).toBe(10);
  const listed = renderMarkdown(
    Array.from({ length: 10 }, (_, level) => `${'  '.repeat(level)}- item`).join('\n'),
  ).document;
  expect(checkTree(listed).depth).toBe(21);
  const emphasised = renderMarkdown(
    Array.from({ length: 200 }, (_, at) => `*word* and [link](/${at})`).join(' '),
  ).document;
  expect(JSON.stringify(emphasised).match(/"t":"(?:em|a)"/g)).toHaveLength(400);
});

import { renderMarkdown } from '../render.js';
import { checkTree } from './check-tree.js';

function rows(row: (number: number) => string, length: number): string {
  let text = '';
  for (let number = 0; text.length < length; number += 1) text += row(number);
  return text;
}

/**
 * Returns hostile texts. Without the bounds, the parser takes minutes, gigabytes or a stack overflow for each of 200,000
 * characters.
 */
function hostileTexts(longLength: number): Record<string, string> {
  const shortLength = 0.15 * longLength;
  const filled = (piece: string, length = longLength) =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const half = (piece: string) => filled(piece, longLength / 2);
  return {
    'nested quotes': filled('>'),
    'a deeper quote on each line': rows((line) => `${'>'.repeat(line)}a\n`, longLength),
    'nested lists on one line': filled('1. '),
    'quotes in lists in quotes': filled('> - '),
    'a deeper list on each line': rows((line) => `${'  '.repeat(line)}- a\n`, longLength),
    'brackets that open': filled('['),
    'brackets that close': filled('a]'),
    'nested brackets': half('[') + half(']'),
    'links that never end': filled('[a](<b'),
    'images in images': half('![a](') + half(')'),
    'emphasis that never ends': filled('*a_ '),
    'emphasis that never began': filled('a* '),
    'one long run of stars': `${half('*')}a${half('*')}`,
    'nested emphasis': half('*a **a ') + half('a** a* '),
    'code that never ends': rows((line) => `e${'`'.repeat(line)}`, longLength),
    'tags that never end': filled('<a href="'),
    // Shorter: without the bounds these fail even at this length.
    'thousands of columns and rows': `|${filled('a|', shortLength / 4)}\n|${filled('-|', shortLength / 4)}\n${filled('a\n', shortLength / 2)}`,
    'one row of pipes': `|a|\n|-|\n${filled('|', shortLength)}`,
    'underlined headings': filled('a\n=\n', 2 * shortLength),
    'a heading of spaces': `a${filled(' ')}b\n---`,
    'a line of spaces and tabs': `a${filled('\t ')}b`,
    'one long address behind many references': `[a]: /${'u'.repeat(2000)}\n\n${filled('[a] ')}`,
    'nested footnotes': filled('[^a]: '),
    'an address with endless entities': `www.a.b${filled('&a;')}`,
    'an address with endless punctuation': `www.a.b${filled(')')}a`,
    'an address in an address': filled('http://'),
    'addresses without end': filled('http://a.b '),
    'code with endless brackets': `\`\`\`js\n${filled(`${'`${'.repeat(100)}\n`, 9_000)}`,
  };
}

/** Seconds of CPU time. Measured: 0.1 to 2; without the bounds 30 and more, or out of memory. */
const limitSeconds = 10;

/** Adds a test for each hostile text. @param length characters of most of them */
export function testBounds(length: number): void {
  test.each(Object.entries(hostileTexts(length)))(
    'renders in bounded time, memory and depth: %s',
    (_, text) => {
      const before = process.cpuUsage();
      const { document } = renderMarkdown(text);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(limitSeconds);
      expect(JSON.stringify(document).length).toBeLessThan(40 * text.length + 4_000);
      const { problems, depth } = checkTree(document);
      expect(problems).toEqual([]);
      expect(depth).toBeLessThan(60);
    },
    120_000,
  );
}

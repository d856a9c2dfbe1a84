import { countMarkdownBlocks } from './markdown-blocks.js';
import { newPost, postBlockLimit } from './post.js';

const post = (content: string) => ({ title: 'A', slug: 'a', excerpt: 'b', content, category: 'c' });
const times = (count: number, piece: string) => piece.repeat(count);

describe('the number of blocks in a Markdown text', () => {
  it.each<[what: string, text: string, blocks: number]>([
    ['no text', '', 0],
    ['blank lines', '\n \t\n\r\n', 0],
    ['a paragraph of three lines', 'a\nb\r\nc', 1],
    ['two paragraphs', 'a\n\nb', 2],
    ['headings without blank lines', '# a\n## b\n### c', 3],
    ['an underlined heading', 'a\n=', 2],
    ['task-list items', '- [ ] a\n- [x] b\n', 2],
    ['ordered and nested list items', '1. a\n   - b\n   - c\n2) d', 4],
    ['an item with two paragraphs', '- a\n\n  b', 2],
    ['quotes in quotes', '> > a\n>>>b', 5],
    ['lists and quotes on one line', '- > 1. a', 3],
    ['a table', '|a|b|\n|-|-|\n|1|2|', 3],
    ['a table without outer pipes', 'a|b\n-|-\n1|2', 3],
    ['a table whose rows have no pipes', 'a|b\n-|-\n1\n2\n3\n\nd\ne', 6],
    ['a row of 35 cells', `|${times(35, 'a|')}`, 4],
    ['emphasis, numbers and hyphens in prose', 'a - b\n2026 was\na*b*', 1],
  ])('is right for %s', (_what, text, blocks) => {
    expect(countMarkdownBlocks(text)).toBe(blocks);
  });

  it.each(['>', ' ', '\n', '- ', '1. ', '123456789', '|', '| ', ':-', 'a\n'])(
    'is counted in linear, not quadratic time for a repeated %j',
    (piece) => {
      const cpuTime = (length: number) => {
        const text = times(length, piece);
        const began = process.cpuUsage();
        countMarkdownBlocks(text);
        const { user, system } = process.cpuUsage(began);
        return user + system;
      };
      cpuTime(10_000);
      // Quadratic time would be 256 times as long for a text of 16 times the length; 5 ms are for constant costs.
      expect(cpuTime(160_000)).toBeLessThan(100 * (cpuTime(10_000) + 5_000));
    },
  );
});

describe('a post', () => {
  it.each([
    ['task-list items', times(12_000, '- [ ] a task\n')],
    ['paragraphs', times(12_000, 'a\n\n')],
    ['quotes', times(12_000, '> a\n\n')],
    ['table rows', `|a|b|\n|-|-|\n${times(12_000, '|a|b|\n')}`],
    ['table rows without pipes', `a|b\n-|-\n${times(12_000, 'a\n')}`],
    ['cells in one row', `|a|\n|-|\n${times(120_000, '|')}`],
  ])('is refused with too many %s, and the message names the limit', (_what, content) => {
    const { error } = newPost.safeParse(post(content));
    expect(error?.issues).toMatchObject([
      { path: ['content'], message: 'At most 2,000 paragraphs, list items and other blocks' },
    ]);
  });

  it('is accepted with the maximum number of paragraphs, or with a long code block', () => {
    expect(newPost.safeParse(post(times(postBlockLimit, 'A paragraph of its own.\n\n'))).success).toBe(true);
    expect(newPost.safeParse(post(`\`\`\`ts\n${times(6_000, 'const a = f(1);\n')}\`\`\``)).success).toBe(true);
  });
});

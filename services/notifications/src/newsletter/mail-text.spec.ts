import { renderMarkdown } from '@docfolio/markdown/render';
import { mailText } from './mail-text.js';

const textOf = (markdown: string) => mailText(renderMarkdown(markdown).document);

it.each([
  ['paragraphs and headings stand apart', '## One\n\nTwo\n\nThree', 'One\n\nTwo\n\nThree'],
  ['a link has its address behind it', 'See [this](https://a.example/x).', 'See this (https://a.example/x).'],
  ['one that is its own words has it once', 'At https://a.example/x now', 'At https://a.example/x now'],
  ['lists keep their signs, one in another its place', '1. a\n   - b\n   - c\n2. d', '1. a\n   - b\n   - c\n2. d'],
  ['tasks keep their boxes', '- [x] done\n- [ ] not', '- [x] done\n- [ ] not'],
  ['a quotation is marked', '> a\n>\n> b', '> a\n>\n> b'],
  ['code is set in', '```\nconst a = 1;\n\nb();\n```', '    const a = 1;\n\n    b();'],
  ['a line ends where it is broken', 'a\\\nb', 'a\nb'],
  ['sections are parted', 'a\n\n---\n\nb', 'a\n\n* * *\n\nb'],
])('%s', (_what, markdown, text) => {
  expect(textOf(markdown)).toBe(text);
});

it('renders a line per table row', () => {
  expect(textOf('| a | b |\n| - | - |\n| 1 | 2 |').split(/\s*\n\s*/)).toEqual(['a   b', '1   2']);
});

it('renders a picture as its text and URL, and nothing executable', () => {
  expect(textOf('![A drawing](/images/a.png)')).toBe('[A drawing: /images/a.png]');
  expect(textOf('<script>alert(1)</script>after')).not.toContain('alert');
});

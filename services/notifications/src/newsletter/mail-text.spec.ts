import { renderMarkdown } from '@docfolio/markdown/render';
import { mailText } from './mail-text.js';

const textOf = (markdown: string) => mailText(renderMarkdown(markdown).document);

it.each([
  ['separates paragraphs and headings by blank lines', '## One\n\nTwo\n\nThree', 'One\n\nTwo\n\nThree'],
  ['appends the URL of a link in parentheses', 'See [this](https://a.example/x).', 'See this (https://a.example/x).'],
  ['shows a bare URL once', 'At https://a.example/x now', 'At https://a.example/x now'],
  [
    'keeps list markers and the indentation of nested lists',
    '1. a\n   - b\n   - c\n2. d',
    '1. a\n   - b\n   - c\n2. d',
  ],
  ['keeps the checkboxes of task lists', '- [x] done\n- [ ] not', '- [x] done\n- [ ] not'],
  ['marks quotations with >', '> a\n>\n> b', '> a\n>\n> b'],
  ['indents code blocks', '```\nconst a = 1;\n\nb();\n```', '    const a = 1;\n\n    b();'],
  ['keeps hard line breaks', 'a\\\nb', 'a\nb'],
  ['renders a thematic break as * * *', 'a\n\n---\n\nb', 'a\n\n* * *\n\nb'],
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

import { renderMarkdown } from '@docfolio/markdown/render';
import { mailText } from './mail-text.js';

const textOf = (markdown: string) => mailText(renderMarkdown(markdown).document, 'https://docs.example/blog/post');

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
  // Minutes with a regular expression that tries each line end, or space, as the first of the last ones.
  [
    'takes no time for a long gap in code',
    `\`\`\`\na${'\n'.repeat(100_000)}b\n\`\`\``,
    `    a${'\n'.repeat(100_000)}    b`,
  ],
  [
    'takes no time for a long line of spaces',
    `\`\`\`\na${' '.repeat(100_000)}b\n\`\`\``,
    `    a${' '.repeat(100_000)}b`,
  ],
  ['keeps the number that a list starts with', '5. five\n6. six', '5. five\n6. six'],
  ['indents the lines of an item below its first word', '9. a\n   b\n10. c\n    d', '9. a\n   b\n10. c\n    d'],
  ['separates the paragraphs of an item', '- a\n\n  b\n- c', '- a\n\n  b\n\n- c'],
  ['keeps blank lines of code in a list', '- a\n\n  ```\n  x\n\n\n  y\n  ```', '- a\n\n      x\n\n\n      y'],
  ['continues a quotation over a list', '> a\n>\n> 3. b\n> 4. c', '> a\n>\n> 3. b\n> 4. c'],
  ['shows an email address once', 'Mail <a@example.org>.', 'Mail a@example.org.'],
  ['shows an email address without its subject', '[Write](mailto:a@example.org?subject=Hi)', 'Write (a@example.org)'],
  ['shows a phone number once', '[+49 (30) 123-4](tel:+49301234)', '+49 (30) 123-4'],
  ['shows the phone number of a link', '[Call](tel:+49301234)', 'Call (+49301234)'],
  ['shows a link to its own address once', '[https://a.example/](https://a.example)', 'https://a.example/'],
  [
    'shows a link to its own address with its scheme',
    '[A.example/x](https://www.a.example/x/)',
    'https://www.a.example/x/',
  ],
  ['shows www once', 'At www.a.example/x now', 'At www.a.example/x now'],
  [
    'shows a link in other letters once',
    '[https://bücher.example/ä](https://bücher.example/ä)',
    'https://bücher.example/ä',
  ],
  [
    'shows a link to another address',
    '[https://a.example](https://b.example/)',
    'https://a.example (https://b.example/)',
  ],
  [
    'makes relative links absolute',
    '[a](other) [b](#part-two)',
    'a (https://docs.example/blog/other) b (https://docs.example/blog/post#part-two)',
  ],
  [
    'puts a caption below its picture',
    '![alt](/images/x.png "Caption")',
    '[alt: https://docs.example/images/x.png]\nCaption',
  ],
  [
    'shows a linked picture',
    '[![A](a.png)](https://b.example/)',
    '[A: https://docs.example/blog/a.png] (https://b.example/)',
  ],
  ['shows a picture without a text', '![](/a.png)', '[https://docs.example/a.png]'],
  [
    'numbers footnotes as in the text',
    'a[^x] b[^y] c[^x]\n\n[^x]: The *note*.\n\n[^y]: Two\n\n    parts',
    'a[1] b[2] c[1]\n\nFootnotes:\n\n[1] The note.\n\n[2] Two\n\n    parts',
  ],
  ['keeps empty cells of a table', '| a | b |\n| - | - |\n| | 2 |', 'a | b\n-----\n| 2'],
  ['keeps hard line breaks', 'a\\\nb', 'a\nb'],
  ['renders a thematic break as * * *', 'a\n\n---\n\nb', 'a\n\n* * *\n\nb'],
])('%s', (_what, markdown, text) => {
  expect(textOf(markdown)).toBe(text);
});

it('renders a line per table row', () => {
  expect(textOf('| a | b |\n| - | - |\n| 1 | 2 |')).toBe('a | b\n-----\n1 | 2');
});

it('renders a picture as its text and URL, and nothing executable', () => {
  expect(textOf('![A drawing](/images/a.png)')).toBe('[A drawing: https://docs.example/images/a.png]');
  expect(textOf('<script>alert(1)</script>after')).not.toContain('alert');
});

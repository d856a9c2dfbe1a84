import type { MarkdownNode } from './document.js';
import { plainText } from './plain-text.js';
import { renderMarkdown } from './render.js';
import { toHtml } from './to-html.js';

const html = (text: string) => toHtml(renderMarkdown(text).document, { page: 'https://docs.example/blog/post' });

test.each([
  ['a < b & "c"', '<p>a &lt; b &amp; &quot;c&quot;</p>'],
  ['[a](/b?c=1&d="2")', '<p><a href="https://docs.example/b?c=1&amp;d=%222%22">a</a></p>'],
  ['[a](#part-two)', '<p><a href="https://docs.example/blog/post#part-two">a</a></p>'],
  ['[a](other)', '<p><a href="https://docs.example/blog/other">a</a></p>'],
  ['[a](../about)', '<p><a href="https://docs.example/about">a</a></p>'],
  ['![a](b.png)', '<figure><img src="https://docs.example/blog/b.png" alt="a"></figure>'],
  ['[a](mailto:a@b.example)', '<p><a href="mailto:a@b.example">a</a></p>'],
  ['[a](https://[)', '<p><a rel="noopener noreferrer">a</a></p>'],
  [
    '![A "b"](/a.svg "20x10")',
    '<figure><img src="https://docs.example/a.svg" alt="A &quot;b&quot;" width="20" height="10"></figure>',
  ],
  ['```ts a.ts\nconst a = "<b>"\n```', '<pre><code>const a = &quot;&lt;b&gt;&quot;</code></pre>'],
  ['- [x] a\n- [ ] b', '<ul><li>☑ a</li><li>☐ b</li></ul>'],
  ['a  \nb\n\n---', '<p>a<br>\nb</p><hr>'],
  ['## Two words', '<h2>Two words</h2>'],
  [
    'a[^1]\n\n[^1]: b',
    '<p>a<sup><a href="https://docs.example/blog/post#footnote-1" aria-label="Footnote 1">1</a></sup></p>' +
      '<section aria-label="Footnotes"><ol><li><p>b <a href="https://docs.example/blog/post#footnote-ref-1" aria-label="Back to reference 1">↩</a></p></li></ol></section>',
  ],
  ['שלום', '<p dir="auto">שלום</p>'],
])('renders %j to HTML for a feed', (text, expected) => {
  expect(html(text)).toBe(expected);
});

test('renders an image for a feed with an absolute URL and its size, without srcset', () => {
  const imageOf = () => ({
    width: 900,
    height: 600,
    srcset: '/a.png?w=640 640w',
    placeholder: 'data:image/webp;base64,AAAA',
  });
  expect(
    toHtml(renderMarkdown('![A](/images/a.png)', { imageOf }).document, { page: 'https://docs.example/blog/post' }),
  ).toBe('<figure><img src="https://docs.example/images/a.png" alt="A" width="900" height="600"></figure>');
});

test('drops elements and attributes outside the allowlist from a foreign tree', () => {
  const nodes: MarkdownNode[] = [
    { t: 'script', c: ['alert(1)'] },
    { t: 'constructor', c: ['x'] },
    { t: 'a', p: { href: 'javascript:alert(1)', onclick: 'alert(1)', id: '"><script>' }, c: ['y'] },
    { t: 'img', p: { src: '//evil.example/a.png', alt: '"' } },
  ];
  expect(toHtml(nodes, { page: 'https://docs.example/blog/post' })).toBe('alert(1)x<a>y</a><img alt="&quot;">');
});

test('plainText returns the text with one line per block', () => {
  const { document } = renderMarkdown(
    '# One\n\nA *b*  \nc[^1]\n\n- d\n- e\n\n|f|g|\n|-|-|\n|h|i|\n\n![j](/k.svg "10x10 l")\n\n```ts m.ts\nn = 1\n```\n\n[^1]: o',
  );
  expect(plainText(document)).toBe('One\nA b\nc1\nd\ne\nf g\nh i\nj\nl\nn = 1\no');
});

import fc from 'fast-check';
import { safeUrl } from './elements.js';
import { renderMarkdown } from './render.js';
import { checkTree } from './testing/check-tree.js';
import { toHtml } from './to-html.js';

const attacks = [
  '<script>alert(1)</script>',
  'text <script>alert(1)</script> text',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  'a <img src="x" onerror="alert(1)"> b',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  'a <svg/onload=alert(1)> b',
  '<iframe src="javascript:alert(1)"></iframe>',
  'a <iframe srcdoc="<script>alert(1)</script>"></iframe> b',
  '<object data="data:text/html;base64,PHNjcmlwdD4="></object>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<a href="javascript:alert(1)">x</a>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<style>@import url(javascript:alert(1))</style>',
  '<base href="javascript:alert(1)//">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<details open ontoggle=alert(1)>x</details>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<div\nonmouseover="alert(1)"\n>x</div>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java&#9;script:alert(1))',
  '[x](java&#x0A;script:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x]( <javascript:alert(1)>)',
  '[x](javascript\\:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](vbscript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://example.com/1)',
  '[x](//evil.example/)',
  '[x](/\\evil.example/)',
  '[x](\\\\evil.example/)',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
  '![x](mailto:a@example.com)',
  '![x](/a.png "1200x600\\" onload=\\"alert(1)")',
  '[x]: javascript:alert(1)\n\n[x] ![x]',
  '[^javascript:alert(1)]\n\n[^javascript:alert(1)]: <img src=x onerror=alert(1)>',
  '[^"><img src=x onerror=alert(1)>]\n\n[^"><img src=x onerror=alert(1)>]: x',
  '```"><img src=x onerror=alert(1)>\nx\n```',
  '```js "><img src=x onerror=alert(1)>\nx\n```',
  '```js onload=alert(1) style=x\nx\n```',
  '```html\n<script>alert(1)</script>\n```',
  '# <img src=x onerror=alert(1)>',
  '# "><img src=x onerror=alert(1)>',
  '| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |',
  '- [x] <input onfocus=alert(1) autofocus>',
  'https://example.com/"onmouseover="alert(1)',
  'https://example.com/<script>alert(1)</script>',
  'www.example.com/javascript:alert(1)',
];

const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? [];

describe('malicious Markdown', () => {
  test.each(attacks)('is rendered without executable HTML: %s', (text) => {
    const { document } = renderMarkdown(text);
    expect(checkTree(document).problems).toEqual([]);
    const tags = tagsOf(toHtml(document, { page: 'https://example.com/blog/post' }));
    const written = tags.filter((tag) =>
      /<\/?(?:script|img src="x"|svg|iframe|object|style|form|base|meta|math|details|div)|\son\w+=|srcdoc/i.test(
        tag.replace(/"[^"]*"/g, '""'),
      ),
    );
    expect(written).toEqual([]);
    expect(tags.join('')).not.toMatch(/(?:href|src)="(?!https?:\/\/|mailto:|#|[\w./%-])/i);
    expect(tags.join('')).not.toMatch(/(?:href|src)="(?:javascript|data|vbscript|file|blob):/i);
  });

  test('loses the content of script tags, too', () => {
    const { document } = renderMarkdown(
      'before <script>alert(1)</script> after\n\n<script>\nalert(2)\n</script>\n\nend',
    );
    expect(document).toEqual([
      { t: 'p', c: ['before  after'] },
      { t: 'p', c: ['end'] },
    ]);
  });
});

test.each([
  ['https://example.com/a?b#c', true],
  ['http://example.com', true],
  ['mailto:a@example.com', true],
  ['/blog', true],
  ['#part', true],
  ['../a.png', true],
  ['a/b:c', true],
  ['?page=2', true],
  ['', true],
  ['//example.com', false],
  ['/\\example.com', false],
  ['javascript:alert(1)', false],
  ['JAVASCRIPT:alert(1)', false],
  ['java\tscript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['\u0000javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['ftp://example.com', false],
  [`/${'a'.repeat(2048)}`, false],
  [7, false],
  [undefined, false],
])('safeUrl of %j returns a URL: %s', (url, through) => {
  expect(safeUrl(url, 'href')).toBe(through ? url : undefined);
});

const tooLong = `https://example.com/${'a'.repeat(2_048)}`;
/** Exceeds the limit only with the `https://` that its link gets. */
const wwwTooLong = 'www.example.com/'.padEnd(2_048, 'a');

test.each([
  ['a link', `[text](${tooLong})`, ['text']],
  ['a link by reference', `[text][far]\n\n[far]: ${tooLong}`, ['text']],
  ['an image', `![text](${tooLong})`, ['text']],
  ['an autolink', `<${tooLong}>`, [tooLong]],
  ['a bare URL', tooLong, [tooLong]],
  ['a bare URL without a scheme', wwwTooLong, [wwwTooLong]],
  ['an empty link', '[text]()', ['text']],
])('only the text of %s stays if its URL is empty or over 2,048 characters', (_, text, c) => {
  expect(renderMarkdown(text).document).toEqual([{ t: 'p', c }]);
});

test('a bare URL of 2,048 characters is a whole link', () => {
  const url = tooLong.slice(0, 2_048);
  expect(renderMarkdown(url).document).toEqual([
    { t: 'p', c: [{ t: 'a', p: { href: url, rel: 'noopener noreferrer' }, c: [url] }] },
  ]);
});

test('refuses mailto as the source of an image', () => {
  expect(safeUrl('mailto:a@example.com', 'src')).toBeUndefined();
});

const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...'*_~`[]()<>!#|-+=:&\\"\'\n\t '.split('')) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('\n\n', '```', '```ts a.ts\n', '> ', '- ', '1. ', '    ', '[^1]', '[^1]: ', '|-|'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('## ', '![', '](', ' "10x20")', 'https://a.b/', 'www.a.b', '- [x] ', '<br>', '---\n'),
  },
  { weight: 1, arbitrary: fc.constantFrom(...attacks) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('\ud800', '\u0000', '\u2028', 'constructor', '__proto__', 'javascript:') },
);

test('renders any text to a tree of bounded depth with only allowed elements, safe URLs and unique ids', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const { document, headings } = renderMarkdown(parts.join(''));
      const { problems, depth, ids } = checkTree(document);
      expect(problems).toEqual([]);
      expect(depth).toBeLessThan(60);
      expect(new Set(ids).size).toBe(ids.length);
      expect(headings.filter(({ id }) => !ids.includes(id))).toEqual([]);
      expect(toHtml(document, { page: 'https://example.com/blog/post' })).not.toMatch(
        /<(?:script|iframe|svg|style)\b/i,
      );
    }),
    { numRuns: 1_500, seed: jest.getSeed() },
  );
});

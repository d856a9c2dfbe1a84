import type { MarkdownNode } from './document.js';
import { headingIds } from './heading-ids.js';
import { renderMarkdown } from './render.js';

const rendered = (text: string): MarkdownNode[] => renderMarkdown(text).document;
const p = (...c: MarkdownNode[]): MarkdownNode => ({ t: 'p', c });
const image = (properties: Record<string, string | number>): MarkdownNode => ({ t: 'img', p: properties });

describe('headings', () => {
  test('get ids from their text and start at <h2>', () => {
    const { document, headings } = renderMarkdown(
      '# Title\n\n## The key belongs to the client\n\n### So *there*\n\n##### Deep',
    );
    expect(document.map((node) => (typeof node === 'object' ? [node.t, node.p?.id] : node))).toEqual([
      ['h2', 'section-title'],
      ['h2', 'the-key-belongs-to-the-client'],
      ['h3', 'so-there'],
      ['h4', 'section-deep'],
    ]);
    expect(headings).toEqual([
      { id: 'section-title', text: 'Title', depth: 2 },
      { id: 'the-key-belongs-to-the-client', text: 'The key belongs to the client', depth: 2 },
      { id: 'so-there', text: 'So there', depth: 3 },
    ]);
  });

  test('without text are dropped', () => {
    expect(renderMarkdown('#\n\n## <b></b>')).toEqual({ document: [], headings: [] });
  });

  test.each([
    [
      ['Two words', 'Two words', 'Two words'],
      ['two-words', 'two-words-2', 'two-words-3'],
    ],
    [
      ['Step by step', 'Step by step 2', 'Step by step'],
      ['step-by-step', 'step-by-step-2', 'step-by-step-3'],
    ],
    [
      ['location', 'document', '__proto__'],
      ['section-location', 'section-document', 'section-proto'],
    ],
    [
      ['Footnote 1', '???', ''],
      ['section-footnote-1', 'section-0', 'section-0-2'],
    ],
    [
      ['Café au lait', 'Ключ клиента', '鍵 と 客'],
      ['cafe-au-lait', 'ключ-клиента', '鍵-と-客'],
    ],
    [['C++ & C#: a "tale"'], ['c-c-a-tale']],
    // Marks that are parts of a word, in other scripts: without them, different words would have one id.
    [
      ['パン', 'バン', 'हिन्दी भाषा', 'ภาษาไทย ที่'],
      ['section-パン', 'section-バン', 'हिन्दी-भाषा', 'ภาษาไทย-ที่'],
    ],
  ])('with the texts %j get the ids %j', (texts, ids) => {
    expect(texts.map(headingIds())).toEqual(ids.map((id) => id.normalize('NFC')));
  });

  test.each([
    ['### A\n\n### B', ['h2', 'h2']],
    ['## A\n\n#### B\n\n### C\n\n## D', ['h2', 'h3', 'h3', 'h2']],
    ['# A\n\n## B\n\n### C\n\n#### D\n\n##### E', ['h2', 'h2', 'h3', 'h4', 'h4']],
  ])('%j skip no level', (text, levels) => {
    expect(rendered(text).map((node) => (typeof node === 'object' ? node.t : node))).toEqual(levels);
  });

  test.each([
    ['[a](#setup)\n\n## Setup', '#section-setup'],
    ['## Setup\n\n[a](#section-setup)', '#section-setup'],
    ['## Getting started\n\n[a](#getting-started)', '#getting-started'],
    ['## セットアップ\n\n[a](#セットアップ)', '#section-セットアップ'],
    ['## Café\n\n[a](#caf%C3%A9)', '#section-cafe'],
    ['## A b\n\n## A b\n\n[a](#a-b-2)', '#a-b-2'],
    ['## Setup\n\n[a](#else)', '#else'],
    ['## Setup\n\n[a](#%E0%A4)', '#%E0%A4'],
  ])('%j lead the link to the heading that it names', (text, href) => {
    expect(JSON.stringify(rendered(text))).toContain(`"href":"${href}"`);
  });
});

describe('links', () => {
  test('to other sites carry rel="noopener noreferrer"', () => {
    expect(rendered('[a](https://example.com "t") [b](/blog) [c](#part-two) [d](mailto:a@example.com)')).toEqual([
      p(
        { t: 'a', p: { href: 'https://example.com', rel: 'noopener noreferrer' }, c: ['a'] },
        ' ',
        { t: 'a', p: { href: '/blog' }, c: ['b'] },
        ' ',
        { t: 'a', p: { href: '#part-two' }, c: ['c'] },
        ' ',
        { t: 'a', p: { href: 'mailto:a@example.com' }, c: ['d'] },
      ),
    ]);
  });

  const bare = (href: string, words = href): MarkdownNode => ({
    t: 'a',
    p: { href, rel: 'noopener noreferrer' },
    c: [words],
  });
  test.each<[string, MarkdownNode[]]>([
    [
      'See https://example.com/a_b_c?x=1&y=2, please.',
      ['See ', bare('https://example.com/a_b_c?x=1&y=2'), ', please.'],
    ],
    ['(www.example.com)', ['(', bare('https://www.example.com', 'www.example.com'), ')']],
    ['http://localhost:3000', [bare('http://localhost:3000')]],
    ['awww.example.com, https:// and www.', ['awww.example.com, https:// and www.']],
    ['a@example.com', [{ t: 'a', p: { href: 'mailto:a@example.com' }, c: ['a@example.com'] }]],
    [
      'to jo.doe+x@mail.example.org.',
      ['to ', { t: 'a', p: { href: 'mailto:jo.doe+x@mail.example.org' }, c: ['jo.doe+x@mail.example.org'] }, '.'],
    ],
    ['a@b, @handle, a@-b.c', ['a@b, @handle, a@-b.c']],
    ['https://example.com/@ada', [bare('https://example.com/@ada')]],
    ['See https://a.example/wiki/Ada_(given_name).', ['See ', bare('https://a.example/wiki/Ada_(given_name)'), '.']],
    ['(https://a.example/wiki/Ada_(given_name))', ['(', bare('https://a.example/wiki/Ada_(given_name)'), ')']],
    ["https://a.example/it's-here's", [bare("https://a.example/it's-here's")]],
    ['https://a.example/?q[a]=1|2', [bare('https://a.example/?q%5Ba%5D=1%7C2', 'https://a.example/?q[a]=1|2')]],
    ['[see https://a.example/x]', ['[see ', bare('https://a.example/x'), ']']],
    ['请看https://a.example/docs（说明），谢谢', ['请看', bare('https://a.example/docs'), '（说明），谢谢']],
    ['https://a.example/日本。', [bare('https://a.example/%E6%97%A5%E6%9C%AC', 'https://a.example/日本'), '。']],
    ['https://example.com/ü', [bare('https://example.com/%C3%BC', 'https://example.com/ü')]],
    ['https://example.com/%20a', [bare('https://example.com/%20a')]],
  ])('are created from bare URLs in %j', (text, expected) => {
    expect(rendered(text)).toEqual([p(...expected)]);
  });

  test.each(['tel:+351-21-000', 'sms:+351210000'])('to %s lead to the program for it', (href) => {
    expect(rendered(`[Call](${href})`)).toEqual([p({ t: 'a', p: { href }, c: ['Call'] })]);
  });

  test('are not created from bare URLs in links and code', () => {
    expect(rendered('[https://a.example](/b) `https://a.example`')).toEqual([
      p({ t: 'a', p: { href: '/b' }, c: ['https://a.example'] }, ' ', { t: 'code', c: ['https://a.example'] }),
    ]);
  });
});

describe('images', () => {
  test('alone in a paragraph are figures with size and caption from the title', () => {
    expect(rendered('![Alt](/a.svg "1200x600 Where the *key* lives")')).toEqual([
      {
        t: 'figure',
        c: [
          image({ src: '/a.svg', alt: 'Alt', width: 1200, height: 600 }),
          { t: 'figcaption', c: ['Where the *key* lives'] },
        ],
      },
    ]);
    expect(rendered('![](/a.svg "640×480")')).toEqual([
      { t: 'figure', c: [image({ src: '/a.svg', alt: '', width: 640, height: 480 })] },
    ]);
    expect(rendered('[![A](/a.svg "A caption")](/b)')).toEqual([
      {
        t: 'figure',
        c: [
          { t: 'a', p: { href: '/b' }, c: [image({ src: '/a.svg', alt: 'A' })] },
          { t: 'figcaption', c: ['A caption'] },
        ],
      },
    ]);
  });

  test('known to imageOf have their size, srcset and placeholder', () => {
    const placeholder = 'data:image/webp;base64,AAAA';
    const known = { width: 900, height: 600, srcset: '/a.png?w=640 640w, /a.png 900w', placeholder };
    const imageOf = (src: string) => (src === '/a.png' ? known : undefined);
    const show = (text: string) => renderMarkdown(text, { imageOf }).document;
    const { srcset } = known;
    expect(show('![A](/a.png "640x480 A caption")')).toEqual([
      {
        t: 'figure',
        c: [
          image({ src: '/a.png', srcset, alt: 'A', width: 900, height: 600, 'data-placeholder': placeholder }),
          { t: 'figcaption', c: ['A caption'] },
        ],
      },
    ]);
    expect(show('# B\n\n![B](/b.png)')[1]).toEqual({
      t: 'figure',
      c: [image({ src: '/b.png', alt: 'B', loading: 'lazy' })],
    });
  });

  test('drop an unsafe srcset and placeholder of imageOf', () => {
    for (const unsafe of [
      { srcset: 'javascript:alert(1) 640w', placeholder: 'data:image/svg+xml,<svg onload=alert(1)>' },
      {
        srcset: '/a.png 640w, //evil.example/a.png 900w',
        placeholder: 'data:image/webp;base64,AA),url(//evil.example',
      },
      { srcset: '/a.png,/b.png 640w', placeholder: `data:image/webp;base64,${'A'.repeat(2_001)}` },
      { srcset: '/a.png 2x', placeholder: 'https://evil.example/a.webp' },
    ]) {
      const { document } = renderMarkdown('![A](/a.png)', { imageOf: () => ({ width: 9, height: 6, ...unsafe }) });
      expect(document).toEqual([{ t: 'figure', c: [image({ src: '/a.png', alt: 'A', width: 9, height: 6 })] }]);
    }
  });

  test('within text have no caption', () => {
    expect(rendered('so *![A](/a.svg "16x16 no")* there')).toEqual([
      p('so ', { t: 'em', c: [image({ src: '/a.svg', alt: 'A', width: 16, height: 16 })] }, ' there'),
    ]);
  });

  test('load lazily after the first heading', () => {
    const found = JSON.stringify(rendered('![A](/a.svg)\n\n## One\n\n![B](/b.svg)'));
    expect(found).toContain('{"src":"/a.svg","alt":"A"}');
    expect(found).toContain('{"src":"/b.svg","alt":"B","loading":"lazy"}');
  });
});

describe('code', () => {
  const bar = (text: string) => rendered(text).map((node) => (typeof node === 'object' ? node.p : node));
  test.each([
    ['```ts src/payments/charge.ts\na\n```', { 'data-language': 'ts', 'data-name': 'src/payments/charge.ts' }],
    ['```TypeScript\na\n```', { 'data-language': 'typescript', 'data-name': 'TypeScript' }],
    ['```toml\na\n```', { 'data-language': 'toml', 'data-name': 'TOML' }],
    ['```brainfuck\na\n```', { 'data-language': 'brainfuck', 'data-name': 'brainfuck' }],
    ['```constructor\na\n```', { 'data-language': 'constructor', 'data-name': 'constructor' }],
    ['```\na\n```', { 'data-name': 'Text' }],
    ['    a', { 'data-name': 'Text' }],
  ])('in %j is named %j', (text, expected) => {
    expect(bar(text)).toEqual([expected]);
  });
});

test('renders task lists, ordered lists with a start, and table alignment', () => {
  expect(rendered('- [x] done\n- [ ] to do')).toEqual([
    {
      t: 'ul',
      c: [
        {
          t: 'li',
          p: { class: 'task' },
          c: [{ t: 'input', p: { type: 'checkbox', checked: true, disabled: true, 'aria-label': 'Done' } }, ' done'],
        },
        {
          t: 'li',
          p: { class: 'task' },
          c: [{ t: 'input', p: { type: 'checkbox', checked: false, disabled: true, 'aria-label': 'To do' } }, ' to do'],
        },
      ],
    },
  ]);
  expect(rendered('3. a\n4. b')).toEqual([
    {
      t: 'ol',
      p: { start: 3 },
      c: [
        { t: 'li', c: ['a'] },
        { t: 'li', c: ['b'] },
      ],
    },
  ]);
  expect(rendered('|a|b|\n|-|-:|\n|1|2|')).toEqual([
    {
      t: 'table',
      c: [
        {
          t: 'thead',
          c: [
            {
              t: 'tr',
              c: [
                { t: 'th', c: ['a'] },
                { t: 'th', p: { align: 'right' }, c: ['b'] },
              ],
            },
          ],
        },
        {
          t: 'tbody',
          c: [
            {
              t: 'tr',
              c: [
                { t: 'td', c: ['1'] },
                { t: 'td', p: { align: 'right' }, c: ['2'] },
              ],
            },
          ],
        },
      ],
    },
  ]);
});

test('numbers footnotes in the order of their references and links back to each', () => {
  const [, , section] = rendered('a[^x] b[^<y>] c[^x]\n\nend\n\n[^<y>]: Second\n\n[^x]: First');
  const back = (to: string): MarkdownNode => ({
    t: 'a',
    p: { href: `#footnote-ref-${to}`, class: 'back', 'aria-label': `Back to reference ${to}` },
    c: ['↩'],
  });
  expect(section).toEqual({
    t: 'section',
    p: { class: 'footnotes', 'aria-label': 'Footnotes' },
    c: [
      {
        t: 'ol',
        c: [
          { t: 'li', p: { id: 'footnote-1' }, c: [p('First ', back('1'), ' ', back('1-2'))] },
          { t: 'li', p: { id: 'footnote-2' }, c: [p('Second ', back('2'))] },
        ],
      },
    ],
  });
});

test('leaves out code of spaces alone after a line break, of which the parser keeps nothing', () => {
  expect(rendered('a<br>` `')).toEqual([p('a', { t: 'br' }, '\n')]);
  expect(rendered('a ` `')).toEqual([p('a ', { t: 'code', c: [' '] })]);
});

test('preserves emoji, right-to-left text and line breaks', () => {
  expect(rendered('👩‍💻 مرحبا  \nשלום<br>x')).toEqual([
    { t: 'p', p: { dir: 'auto' }, c: ['👩‍💻 مرحبا', { t: 'br' }, '\nשלום', { t: 'br' }, '\nx'] },
  ]);
});

describe('directions', () => {
  const directions = (text: string) => {
    const found: string[] = [];
    const walk = (node: MarkdownNode): void => {
      if (typeof node === 'string') return;
      if (node.p?.dir) found.push(`${node.t} ${node.p.dir}`);
      node.c?.forEach(walk);
    };
    rendered(text).forEach(walk);
    return found;
  };

  test.each([
    ['כותרת ו-text', ['p auto']],
    ['## عنوان\n\nEnglish', ['h2 auto', 'p auto']],
    ['- عنصر (first)\n- second', ['ul rtl', 'li rtl', 'li ltr']],
    ['1. first\n\n2. פריט\n\n   more', ['ol ltr', 'li ltr', 'p auto', 'li rtl', 'p auto', 'p auto']],
    ['> اقتباس\n>\n> > English', ['blockquote rtl', 'p auto', 'blockquote ltr', 'p auto']],
    ['|שם|URL|\n|-|-|\n|1|x|', ['table rtl', 'th auto', 'th auto', 'td auto', 'td auto']],
    ['![](/a.png "כיתוב")', ['figure rtl', 'figcaption auto']],
    // Code does not decide the direction of what contains it.
    ['- `npm ci` להתקנה', ['ul rtl', 'li rtl', 'code ltr']],
    ['שלום\n\n```sh\necho שלום\n```', ['p auto', 'pre ltr', 'code ltr']],
    ['- 1\n- א', ['ul rtl', 'li ltr', 'li rtl']],
  ])('are set for each block: %j', (text, expected) => {
    expect(directions(text)).toEqual(expected);
  });

  test('are absent where no word runs from right to left', () => {
    expect(directions('# Τίτλος\n\n- 東京\n\n> Цитата\n\n`x`')).toEqual([]);
  });
});

test('renders blank text as an empty document', () => {
  expect(renderMarkdown(' \n\t\n')).toEqual({ document: [], headings: [] });
});

describe('HTML', () => {
  test.each<[string, MarkdownNode[]]>([
    ['<div align="center">\nCentred &amp; kept &#33;\n</div>', [p('Centred & kept !')]],
    ['<p>One</p><p>Two <b>bold</b></p>', [p('One'), p('Two bold')]],
    ['<ul><li>first<li>second</ul>', [p('first'), p('second')]],
    [
      '<details>\n<summary>Answer</summary>\n\nHidden *text*\n\n</details>',
      [p('Answer'), p('Hidden ', { t: 'em', c: ['text'] })],
    ],
    ['<!-- more --> text after it', [p('text after it')]],
    ['<!-- open', [p('open')]],
    ['> <div>quoted</div>', [{ t: 'blockquote', c: [p('quoted')] }]],
    ['<div>2 < 3 and 4 > 3</div>', [p('2 < 3 and 4 > 3')]],
    ['a <b>bold</b><br>word', [p('a bold', { t: 'br' }, '\nword')]],
    ['Set the <title> of each page.', [p('Set the  of each page.')]],
    ['<title> matters.\n\nThe next one, too.', [p('matters.'), p('The next one, too.')]],
    ['<textarea>typed</textarea>', [p('typed')]],
    ['<noscript>Turn it on.</noscript>', [p('Turn it on.')]],
    ['<svg> is drawn.\n\nA second paragraph.', [p(' is drawn.'), p('A second paragraph.')]],
    ['Write <svg> in the page, then go on.', [p('Write  in the page, then go on.')]],
    ['Run it as <your-name>, please.', [p('Run it as <your-name>, please.')]],
    ['<div>As <your-name></div>', [p('As <your-name>')]],
  ])('keeps its text: %j', (text, expected) => {
    expect(rendered(text)).toEqual(expected);
  });

  test.each([
    '<script>alert(1)</script>',
    '<script>\na\n\nb\n</script>',
    '<style>p { color: red }</style>',
    '<svg><text>x</text></svg>',
    '<iframe src="https://a.example">x</iframe>',
    'a <script>alert(1)</script>',
    '<div><script>\nalert\n\nalert\n</script></div>',
  ])('keeps nothing of a program: %j', (text) => {
    expect(JSON.stringify(rendered(text))).not.toMatch(/alert|[xb]"|color/);
  });

  test('keeps text, not tags, of what looks like a tag only without another', () => {
    expect(JSON.stringify(rendered('<div><<b>script>alert(1)</div>'))).toContain('<script>alert(1)');
  });
});

test.each([
  ['历经十年，**这是重点。**然后', '这是重点。'],
  ['この**「引用」**と', '「引用」'],
  ['価格は**1万円（税込）**です', '1万円（税込）'],
  ['한국어 **굵게(bold)**입니다', '굵게(bold)'],
])('emphasis may end with punctuation before a letter: %s', (text, words) => {
  expect(JSON.stringify(rendered(text))).toContain(JSON.stringify({ t: 'strong', c: [words] }));
});

test.each([
  ['価格は~~1万円（税込）~~です', '1万円（税込）'],
  ['这是~~“旧的”~~价格', '“旧的”'],
  ['the ~~old price~~ one', 'old price'],
])('a strikethrough may end with punctuation before a letter: %s', (text, words) => {
  expect(JSON.stringify(rendered(text))).toContain(JSON.stringify({ t: 'del', c: [words] }));
});

describe('front matter', () => {
  test.each([
    '---\ntitle: Imported post\ndate: 2024-01-01\ntags: [a, b]\n---\n\n# Hello\n\nBody\n',
    '\ufeff---\r\ntitle: Imported post\r\n---\r\n# Hello\r\n\r\nBody',
    '---\ntitle: >\n  Two\n  lines\n\ntags:\n- a\n- b\n# a comment\n"quoted key": x\n...\n# Hello\n\nBody',
    '---\ntitle:\n---\n# Hello\n\nBody',
  ])('is neither shown nor listed: %j', (text) => {
    const { document, headings } = renderMarkdown(text);
    expect(headings).toEqual([{ id: 'section-hello', text: 'Hello', depth: 2 }]);
    expect(document).toEqual([{ t: 'h2', p: { id: 'section-hello' }, c: ['Hello'] }, p('Body')]);
  });

  test.each([
    ['a thematic break', '---\n\nWords: of a text\n\n---\n'],
    ['a sentence between thematic breaks', '---\nHello there\n---\n'],
    ['a sentence below a key', '---\ntitle: x\n\nHello there, Words\n---\n'],
    ['a block without an end', '---\ntitle: x\nWords: y\n'],
    ['a block further down', 'Words\n\n---\ntitle: x\n---\n'],
    ['an address', '---\nhttps://a.example/Words\n---\n'],
    ['a line of spaces, which takes no time', `---\na${' '.repeat(150_000)}Words\n---\n`],
    ['a longer line', '-----\nWords: x\n-----\n'],
    ['empty blocks', '---\n---\n\nWords'],
  ])('is not what is only like it: %s', (_what, text) => {
    expect(JSON.stringify(rendered(text))).toMatch(/Words|Hello/);
  });
});

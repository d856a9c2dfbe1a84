import type { MarkdownNode } from './document.js';
import { highlight, highlightLimit } from './highlight.js';

const shown = (language: string, code: string) =>
  highlight(language, code)
    .map((node: MarkdownNode) => (typeof node === 'string' ? node : `${node.p?.class}{${node.c?.join('')}}`))
    .join('');

test.each([
  [
    'ts',
    "const a: string = f('x', 1) // why",
    "keyword{const }apunctuation{: }literal{string }punctuation{= }type{f}punctuation{(}string{'x'}punctuation{, }literal{1}punctuation{) }comment{// why}",
  ],
  ['tsx', 'class A extends B {}', 'keyword{class }type{A }keyword{extends }type{B }punctuation{{}}'],
  ['json', '{"a": null}', 'punctuation{{}type{"a"}punctuation{: }keyword{null}punctuation{}}'],
  [
    'sql',
    "create table keys (id uuid primary key, made timestamptz default 'x')",
    "keyword{create table }type{keys }punctuation{(}id literal{uuid }keyword{primary key}punctuation{,} made literal{timestamptz }keyword{default }string{'x'}punctuation{)}",
  ],
  ['kotlin', 'val a: Int = 1', 'keyword{val} apunctuation{: }type{Int }punctuation{= }literal{1}'],
  ['md', '# A\n\nb `c`', 'keyword{# A}\n\nb string{`c`}'],
  ['diff', '+ new\n- old', 'string{+ new\n}literal{- old}'],
  ['yaml', 'a: "b" # c', 'type{a: }string{"b" }comment{# c}'],
  ['bash', 'echo "$A" # c', 'literal{echo }string{"}type{$A}string{" }comment{# c}'],
  [
    'html',
    '<a href="/b">c</a>',
    'punctuation{<}keyword{a }type{href}punctuation{=}string{"/b"}punctuation{>}cpunctuation{</}keyword{a}punctuation{>}',
  ],
])('highlights %s: %s', (language, code, expected) => {
  expect(shown(language, code)).toBe(expected);
});

test.each(
  'bash c# cs css dart diff dockerfile go graphql html ini java js json jsx kotlin kt proto py python rb rs rust scss sh sql swift toml ts tsx xml yaml yml'.split(
    ' ',
  ),
)('highlights code in the language %s', (language) => {
  expect(highlight(language, '"a" 1 # x\n// y\n-- z\n/* w */').length).toBeGreaterThan(1);
});

test('never changes the text of the code', () => {
  const code = 'fun a(b: C<D>) = "$e {}" // {\n\t`x` \'y\' /* z */ @f #g $h 1.5e3\n';
  for (const language of ['ts', 'kotlin', 'python', 'bash', 'html', 'css', 'sql', 'md', 'unknown']) {
    const text = highlight(language, code)
      .map((node) => (typeof node === 'string' ? node : node.c?.join('')))
      .join('');
    expect(text).toBe(code);
  }
});

test('does not highlight unknown languages, long code and code with long lines', () => {
  const long = 'let a = 1\n'.repeat(highlightLimit / 10 + 1);
  expect(highlight('ts', long)).toEqual([long]);
  const wide = `let a = "${'x'.repeat(1_000)}"`;
  expect(highlight('ts', wide)).toEqual([wide]);
  expect(highlight('cobol', 'MOVE A TO B')).toEqual(['MOVE A TO B']);
  expect(highlight('constructor', 'x')).toEqual(['x']);
});

import type { RootContent } from 'hast';
import type { MarkdownNode } from './document.js';
import type { TokenClass } from './elements.js';
import { knowsLanguage, scopesOf } from './languages.js';

/** Longer code, in characters, is shown plain: what a grammar may cost grows faster than the code. */
export const HIGHLIGHT_LIMIT = 10_000;
/** So is code with a longer line, which nobody wrote by hand. */
const LINE_LIMIT = 1_000;

/** highlight.js's scopes in our six colours. What isn't named here has the colour of what it stands in. */
const classes: Readonly<Record<string, TokenClass | 'plain'>> = Object.assign(Object.create(null), {
  keyword: 'keyword',
  'variable language_': 'keyword',
  'selector-tag': 'keyword',
  name: 'keyword',
  section: 'keyword',
  string: 'string',
  regexp: 'string',
  code: 'string',
  link: 'string',
  addition: 'string',
  number: 'literal',
  literal: 'literal',
  symbol: 'literal',
  bullet: 'literal',
  'variable constant_': 'literal',
  'char escape_': 'literal',
  deletion: 'literal',
  title: 'type',
  'title class_': 'type',
  'title class_ inherited__': 'type',
  'title function_': 'type',
  'title function_ invoke__': 'type',
  meta: 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  'selector-attr': 'type',
  'selector-pseudo': 'type',
  'template-variable': 'type',
  variable: 'type',
  punctuation: 'punctuation',
  operator: 'punctuation',
  tag: 'punctuation',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  attribute: 'plain',
  params: 'plain',
  property: 'plain',
  subst: 'plain',
});

/** Where the name of a value is all the structure there is; elsewhere (`{ key: 1 }` in TypeScript) it is plain. */
const keyed: ReadonlySet<string> = new Set([
  'json',
  'jsonc',
  'yaml',
  'yml',
  'ini',
  'toml',
  'html',
  'xml',
  'graphql',
  'gql',
]);

/** Prose and patches have no punctuation of their own. */
const wordy: ReadonlySet<string> = new Set(['markdown', 'md', 'diff', 'bash', 'sh', 'zsh', 'shell', 'console']);

type Colour = TokenClass | 'plain';

function colourOf(language: string, scope: string, words: string, outer: Colour): Colour {
  if (scope === 'attr') return keyed.has(language) ? 'type' : 'plain';
  // A type of the language itself is written small (`string`, `int`), one of a program with a capital.
  if (scope === 'type' || scope === 'built_in') return /^[^a-z]/.test(words) ? 'type' : 'literal';
  return classes[scope] ?? outer;
}

/** Signs between names, and the blanks between signs. */
const SIGNS = /[^\p{L}\p{N}\s_$#@"'`\\]+(?:[ \t]+[^\p{L}\p{N}\s_$#@"'`\\]+)*/gu;

/** The code as text and coloured spans; as one text when the language is unknown or the code is too long. */
export function highlight(language: string, code: string): MarkdownNode[] {
  if (!knowsLanguage(language) || code.length > HIGHLIGHT_LIMIT || new RegExp(`.{${LINE_LIMIT}}`).test(code))
    return [code];
  const pieces: { colour: Colour; words: string }[] = [];
  const add = (colour: Colour, words: string) => {
    const last = pieces.at(-1);
    // Blanks have no colour: they join what is before them.
    if (last && (last.colour === colour || words.trim() === '')) last.words += words;
    else pieces.push({ colour, words });
  };
  const addPlain = (words: string) => {
    if (wordy.has(language)) return add('plain', words);
    let at = 0;
    for (const signs of words.matchAll(SIGNS)) {
      if (signs.index > at) add('plain', words.slice(at, signs.index));
      add('punctuation', signs[0]);
      at = signs.index + signs[0].length;
    }
    if (at < words.length) add('plain', words.slice(at));
  };
  // Without recursion: scopes lie as deep in each other as the code's brackets.
  const waiting: { node: RootContent; outer: Colour }[] = [];
  const push = (nodes: readonly RootContent[], outer: Colour) => {
    for (let at = nodes.length - 1; at >= 0; at -= 1) waiting.push({ node: nodes[at]!, outer });
  };
  push(scopesOf(language, code).children, 'plain');
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, outer } = next;
    if (node.type === 'text') {
      if (outer === 'plain') addPlain(node.value);
      else add(outer, node.value);
    } else if (node.type === 'element') {
      const scope = Array.isArray(node.properties.className) ? node.properties.className.join(' ') : '';
      const first = node.children[0];
      push(node.children, colourOf(language, scope, first?.type === 'text' ? first.value : '', outer));
    }
  }
  return pieces.map(({ colour, words }) =>
    colour === 'plain' || words.trim() === '' ? words : { t: 'span', p: { class: colour }, c: [words] },
  );
}

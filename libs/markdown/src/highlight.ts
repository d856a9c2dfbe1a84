import type { RootContent } from 'hast';
import type { MarkdownNode } from './document.js';
import type { TokenClass } from './elements.js';
import { knowsLanguage, scopesOf } from './languages.js';

/** Maximum characters of code to highlight: the time of a grammar may grow faster than the code. */
export const highlightLimit = 10_000;
/** Code with a line of this many characters or more, which is usually generated, isn't highlighted either. */
const lineLimit = 1_000;

/** Maps scopes of highlight.js to token classes. Other scopes inherit the class of their parent. */
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

const languagesWithKeys: ReadonlySet<string> = new Set([
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

const withoutPunctuation: ReadonlySet<string> = new Set([
  'markdown',
  'md',
  'diff',
  'bash',
  'sh',
  'zsh',
  'shell',
  'console',
]);

type Colour = TokenClass | 'plain';

function colourOf(language: string, scope: string, text: string, outer: Colour): Colour {
  if (scope === 'attr') return languagesWithKeys.has(language) ? 'type' : 'plain';
  // Built-in types are in lower case (`string`, `int`), a program's types capitalised.
  if (scope === 'type' || scope === 'built_in') return /^[^a-z]/.test(text) ? 'type' : 'literal';
  return classes[scope] ?? outer;
}

const punctuation = /[^\p{L}\p{N}\s_$#@"'`\\]+(?:[ \t]+[^\p{L}\p{N}\s_$#@"'`\\]+)*/gu;

/** Returns the code as text and coloured spans, or as plain text if the language is unknown or the code too long. */
export function highlight(language: string, code: string): MarkdownNode[] {
  if (!knowsLanguage(language) || code.length > highlightLimit || new RegExp(`.{${lineLimit}}`).test(code))
    return [code];
  const pieces: { colour: Colour; text: string }[] = [];
  const add = (colour: Colour, text: string) => {
    const last = pieces.at(-1);
    if (last && (last.colour === colour || text.trim() === '')) last.text += text;
    else pieces.push({ colour, text });
  };
  const addPlain = (text: string) => {
    if (withoutPunctuation.has(language)) return add('plain', text);
    let at = 0;
    for (const signs of text.matchAll(punctuation)) {
      if (signs.index > at) add('plain', text.slice(at, signs.index));
      add('punctuation', signs[0]);
      at = signs.index + signs[0].length;
    }
    if (at < text.length) add('plain', text.slice(at));
  };
  // Iterative, because scopes are nested as deep as the code's brackets.
  const stack: { node: RootContent; outer: Colour }[] = [];
  const push = (nodes: readonly RootContent[], outer: Colour) => {
    for (let at = nodes.length - 1; at >= 0; at -= 1) stack.push({ node: nodes[at]!, outer });
  };
  push(scopesOf(language, code).children, 'plain');
  for (let next = stack.pop(); next; next = stack.pop()) {
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
  return pieces.map(({ colour, text }) =>
    colour === 'plain' || text.trim() === '' ? text : { t: 'span', p: { class: colour }, c: [text] },
  );
}

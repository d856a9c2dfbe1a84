import type { MarkdownNode } from './document.js';

const blocks: ReadonlySet<string> = new Set([
  ...[
    'blockquote',
    'figcaption',
    'figure',
    'h2',
    'h3',
    'h4',
    'hr',
    'li',
    'ol',
    'p',
    'pre',
    'section',
    'table',
    'tr',
    'ul',
  ],
]);

/** Returns a document as plain text: each block on its own lines, alt texts for images, no back links of footnotes. */
export function plainText(nodes: readonly MarkdownNode[]): string {
  const parts: string[] = [];
  const walk = (node: MarkdownNode): void => {
    if (typeof node === 'string') {
      parts.push(node);
      return;
    }
    const { t, p, c } = node;
    if (t === 'img') parts.push(String(p?.alt ?? ''));
    if (t === 'br') parts.push('\n');
    if (t === 'a' && p?.class === 'back') return;
    if (blocks.has(t)) parts.push('\n');
    c?.forEach(walk);
    if (blocks.has(t)) parts.push('\n');
    if (t === 'td' || t === 'th') parts.push(' ');
  };
  nodes.forEach(walk);
  return withoutSpacesAtLineEnds(parts.join(''))
    .replace(/\n{2,}/g, '\n')
    .trim();
}

/** Removes spaces and tabs before line ends. */
export const withoutSpacesAtLineEnds = (text: string): string =>
  // Matches each run once, also before a word: with `[ \t]+\n`, a long one would take quadratic time.
  text.replace(/[ \t]+(\n?)/g, (run, end: string) => end || run);

import type { MarkdownNode } from './document.js';

/** Letters and marks that set a direction. Unicode reserves these ranges for scripts written from right to left. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const directed = /[\p{L}\u200e\u200f]/u;

const texts: ReadonlySet<string> = new Set(['p', 'h2', 'h3', 'h4', 'td', 'th', 'figcaption']);
const containers: ReadonlySet<string> = new Set(['blockquote', 'figure', 'li', 'ol', 'section', 'table', 'ul']);
const code: ReadonlySet<string> = new Set(['code', 'pre']);

/** Returns whether a text has words of a script that is written from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);

/**
 * Returns the nodes with a direction for each block. Blocks of text have `auto`. What contains them has that of its first
 * word, because browsers leave out elements with a `dir` of their own where they resolve `auto`. Code is left to right.
 */
export function withDirections(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node;
    const dir = directionOf(node);
    const p = dir ? { ...node.p, dir } : node.p;
    return { ...node, ...(p && { p }), ...(node.c && { c: withDirections(node.c) }) };
  });
}

function directionOf({ t, c = [] }: Exclude<MarkdownNode, string>): 'auto' | 'ltr' | 'rtl' | undefined {
  if (code.has(t)) return 'ltr';
  if (texts.has(t)) return 'auto';
  if (!containers.has(t)) return undefined;
  return rightToLeft.test(firstDirected(c) ?? '') ? 'rtl' : 'ltr';
}

function firstDirected(nodes: readonly MarkdownNode[]): string | undefined {
  for (const node of nodes) {
    const found =
      typeof node === 'string' ? directed.exec(node)?.[0] : code.has(node.t) ? undefined : firstDirected(node.c ?? []);
    if (found !== undefined) return found;
  }
  return undefined;
}

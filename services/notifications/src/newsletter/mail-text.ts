import type { MarkdownNode } from '@docfolio/markdown/document';

type Element = Exclude<MarkdownNode, string>;

const blocks = new Set(['p', 'h2', 'h3', 'h4', 'pre', 'ul', 'ol', 'blockquote', 'table', 'figure', 'hr', 'section']);

/** Returns a Markdown document as plain text for an email, with URLs after link texts, list markers and `>` quotes. */
export function mailText(nodes: readonly MarkdownNode[]): string {
  return joined(nodes)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\s+$/g, '');
}

function joined(nodes: readonly MarkdownNode[] | undefined): string {
  let broken = false;
  return (nodes ?? [])
    .map((node) => {
      // The parser leaves the line end after the break.
      const text = drawn(node);
      const own = broken ? text.replace(/^\n/, '') : text;
      broken = typeof node !== 'string' && node.t === 'br';
      return own;
    })
    .join('');
}

function drawn(node: MarkdownNode): string {
  if (typeof node === 'string') return node;
  return blocks.has(node.t) ? `\n\n${block(node)}\n\n` : inline(node);
}

function block(node: Element): string {
  const inside = joined(node.c);
  switch (node.t) {
    case 'hr':
      return '* * *';
    case 'pre':
      return indented(inside.replace(/\n+$/, ''), '    ');
    case 'blockquote':
      return indented(inside.trim().replace(/\n{3,}/g, '\n\n'), '> ');
    case 'ul':
    case 'ol':
      return items(node);
    default:
      return inside.trim();
  }
}

function inline(node: Element): string {
  const { t, p, c } = node;
  switch (t) {
    case 'br':
      return '\n';
    case 'img':
      return `[${p?.alt ? `${p.alt}: ` : ''}${p?.src ?? ''}]`;
    case 'input':
      return p?.checked ? '[x]' : '[ ]';
    case 'td':
    case 'th':
      return `${joined(c).trim()}   `;
    case 'tr':
      return `${joined(c).trimEnd()}\n`;
    case 'a':
      return link(joined(c), String(p?.href ?? ''), p?.class === 'back');
    default:
      return joined(c);
  }
}

function link(words: string, href: string, back: boolean): string {
  if (back) return '';
  if (href === '' || href.includes('#footnote') || words.includes(href)) return words;
  return `${words} (${href.replace(/^mailto:/, '')})`;
}

function items({ t, c }: Element): string {
  let number = 0;
  return (c ?? [])
    .flatMap((item) => (typeof item === 'string' || item.t !== 'li' ? [] : [item]))
    .map((item) => {
      number += 1;
      const sign = t === 'ol' ? `${number}. ` : '- ';
      const text = joined(item.c)
        .trim()
        .replace(/\n{2,}/g, '\n');
      return sign + text.replaceAll('\n', `\n${' '.repeat(sign.length)}`);
    })
    .join('\n');
}

function indented(text: string, by: string): string {
  return text
    .split('\n')
    .map((line) => `${by}${line}`)
    .join('\n');
}

import { absoluteUrl } from '@docfolio/markdown/absolute-url';
import type { MarkdownNode } from '@docfolio/markdown/document';
import { contactSchemes } from '@docfolio/markdown/elements';
import { withoutSpacesAtLineEnds } from '@docfolio/markdown/plain-text';

type Element = Exclude<MarkdownNode, string>;

const blocks: ReadonlySet<string> = new Set([
  ...['blockquote', 'figcaption', 'figure', 'h2', 'h3', 'h4', 'hr', 'ol', 'p', 'pre', 'section', 'table', 'ul'],
]);

/**
 * Returns a Markdown document as plain text for an email, with absolute URLs after link texts, list markers and `>` quotes.
 * @param page URL of the page that shows the document
 */
export function mailText(nodes: readonly MarkdownNode[], page: string): string {
  /** Returns the text of each block, where text between blocks is one, too. */
  function textsOf(children: readonly MarkdownNode[] = []): { text: string; list: boolean }[] {
    const texts: { text: string; list: boolean }[] = [];
    let line: MarkdownNode[] = [];
    const endLine = () => {
      texts.push({ text: inline(line).trim(), list: false });
      line = [];
    };
    for (const node of children) {
      if (typeof node === 'object' && blocks.has(node.t)) {
        endLine();
        texts.push({ text: block(node), list: node.t === 'ul' || node.t === 'ol' });
      } else line.push(node);
    }
    endLine();
    return texts.filter(({ text }) => text !== '');
  }

  const joined = (children: readonly MarkdownNode[] | undefined, separator = '\n\n'): string =>
    textsOf(children)
      .map(({ text }) => text)
      .join(separator);

  function block(node: Element): string {
    const { t, p, c } = node;
    switch (t) {
      case 'hr':
        return '* * *';
      case 'pre':
        return indented(inline(c).trimEnd(), '    ');
      case 'blockquote':
        return indented(joined(c), '> ');
      case 'figure':
        return joined(c, '\n');
      case 'ol':
      case 'ul': {
        const start = Number(p?.start ?? 1);
        return list(c, (index) => (t === 'ol' ? `${start + index}. ` : '- '));
      }
      case 'section':
        return `Footnotes:\n\n${(c ?? []).map((notes) => list(childrenOf(notes), (index) => `[${index + 1}] `)).join('\n')}`;
      case 'table':
        return table(node);
      default:
        return joined(c);
    }
  }

  function list(children: readonly MarkdownNode[] | undefined, markerOf: (index: number) => string): string {
    const items = elementsOf(children, 'li').map(({ c }, index) => {
      const marker = markerOf(index);
      // An inner list follows its item's words without a blank line.
      const text = textsOf(c).reduce((all, { text: next, list: inner }) => {
        if (all === '') return next;
        return `${all}${inner ? '\n' : '\n\n'}${next}`;
      }, '');
      return marker + indented(text, ' '.repeat(marker.length)).trimStart();
    });
    return items.join(items.some((item) => /\n *\n/.test(item)) ? '\n\n' : '\n');
  }

  /** Returns a line per row, and one below the names of the columns. */
  function table({ c }: Element): string {
    return (c ?? [])
      .flatMap((part) => {
        const rows = elementsOf(childrenOf(part), 'tr').map((row) =>
          childrenOf(row)
            .map((cell) => inline(childrenOf(cell)).replace(/\s+/g, ' ').trim())
            .join(' | ')
            .trim(),
        );
        const isHead = typeof part === 'object' && part.t === 'thead';
        return isHead ? [...rows, '-'.repeat(Math.min(rows.join('').length, 70))] : rows;
      })
      .join('\n');
  }

  function inline(children: readonly MarkdownNode[] = []): string {
    let text = '';
    let broken = false;
    for (const node of children) {
      const next = typeof node === 'string' ? node : inlineElement(node);
      // The parser leaves the line end after a break.
      text += broken ? next.replace(/^\n/, '') : next;
      broken = typeof node === 'object' && node.t === 'br';
    }
    return text;
  }

  function inlineElement({ t, p, c }: Element): string {
    if (t === 'br') return '\n';
    if (t === 'input') return p?.checked ? '[x]' : '[ ]';
    if (t === 'img') return `[${[p?.alt, absoluteUrl(p?.src, 'src', page)].filter(Boolean).join(': ')}]`;
    if (t !== 'a') return inline(c);
    if (p?.class === 'back') return '';
    const words = inline(c);
    return p?.class === 'reference' ? `[${words}]` : link(words, absoluteUrl(p?.href, 'href', page));
  }

  return withoutSpacesAtLineEnds(joined(nodes)).trimEnd();
}

/** Returns the words of a link and its target, or one of them if they name the same. */
function link(words: string, url: string | undefined): string {
  if (url === undefined) return words;
  const target = targetOf(url);
  if (words.includes(target)) return words;
  if (comparable(words) !== comparable(url)) return `${words} (${target})`;
  // Of these, email programs make links.
  return /^(?:https?:\/\/|www\.|\+|\S+@)/i.test(words) ? words : target;
}

const contact = new RegExp(`^(?:${contactSchemes.join('|')}):`, 'i');

/** Returns a URL as people write it: an email address or a phone number without its scheme. */
function targetOf(url: string): string {
  if (!contact.test(url)) return url;
  const [address = ''] = url.replace(contact, '').split('?');
  return decoded(address);
}

/** Returns what two spellings of an address have in common. */
function comparable(text: string): string {
  if (/^(?:tel|sms):|^\+?[\d\s()/.-]+$/i.test(text)) return text.replace(/[^\d+]/g, '');
  const url = contact.test(text) ? targetOf(text) : text;
  const absolute = /^https?:/i.test(url) || url.includes('@') ? url : `https://${url}`;
  const normal = URL.canParse(absolute) ? new URL(absolute).href : url;
  return decoded(normal.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '')).toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const childrenOf = (node: MarkdownNode): readonly MarkdownNode[] => (typeof node === 'string' ? [] : (node.c ?? []));

const elementsOf = (nodes: readonly MarkdownNode[] = [], name: string): Element[] =>
  nodes.flatMap((node) => (typeof node === 'object' && node.t === name ? [node] : []));

const indented = (text: string, by: string): string => text.replaceAll(/^(?=.|\n)/gm, by);

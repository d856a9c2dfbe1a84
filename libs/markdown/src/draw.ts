import type { Element, ElementContent, RootContent } from 'hast';
import { withBareLinks } from './bare-links.js';
import type { MarkdownElement, MarkdownHeading, MarkdownNode, MarkdownValue } from './document.js';
import { elements, safePlaceholder, safeSrcset, safeUrl } from './elements.js';
import { headingIds } from './heading-ids.js';
import { highlight } from './highlight.js';
import { languageName } from './languages.js';
import { plainText } from './plain-text.js';

/** How deep elements may lie in each other; what lies deeper is drawn as its text alone. */
export const DEPTH_LIMIT = 40;
/** The longest file name of a fence, in characters. */
const NAME_LIMIT = 120;

/** What is known of an image, by whoever has it. */
export interface KnownImage {
  /** Pixels. */
  width: number;
  height: number;
  srcset?: string | undefined;
  /** What is shown until it has come: `data:image/webp;base64,...` */
  placeholder: string;
}

/** What is known of the image of an address. */
export type ImageOf = (src: string) => KnownImage | undefined;

type Nodes = readonly (RootContent | ElementContent)[];

const blocks: ReadonlySet<string> = new Set([
  ...['blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre', 'section', 'table', 'tbody'],
  ...['td', 'th', 'thead', 'tr', 'ul'],
]);

/** The page's own title is its `<h1>`; below four levels of headings nobody can tell them apart. */
const headingLevels: Readonly<Record<string, 'h2' | 'h3' | 'h4'>> = {
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
};

const isBlock = (node: Nodes[number] | undefined) =>
  node === undefined || (node.type === 'element' && blocks.has(node.tagName));

/** All text below, without recursion: this is for what lies too deep. */
function textBelow(node: Element): string {
  const parts: string[] = [];
  const waiting: Nodes[number][] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === 'text') parts.push(next.value);
    else if (next.type === 'element')
      for (let at = next.children.length - 1; at >= 0; at -= 1) waiting.push(next.children[at]!);
  }
  return parts.join('');
}

/** `"1200x600"` is an image's size, `"1200x600 What it shows"` has a caption behind it, any other title is a caption. */
function readTitle(title: unknown): { width?: number; height?: number; caption: string } {
  if (typeof title !== 'string') return { caption: '' };
  const size = /^\s*([1-9]\d{0,4})[x×]([1-9]\d{0,4})(?:\s+|$)/.exec(title);
  if (!size) return { caption: title.trim() };
  return { width: Number(size[1]), height: Number(size[2]), caption: title.slice(size[0].length).trim() };
}

function element(t: string, p: Record<string, MarkdownValue | undefined>, c: MarkdownNode[] = []): MarkdownElement {
  const given = Object.entries(p).filter((entry): entry is [string, MarkdownValue] => entry[1] !== undefined);
  return { t, ...(given.length > 0 && { p: Object.fromEntries(given) }), ...(c.length > 0 && { c }) };
}

/**
 * Draws a sanitised tree in our own, smaller one: ids, highlighting, figures, footnotes. Only elements of
 * `elements.ts` come out, whatever goes in.
 */
export function draw(root: Nodes, imageOf: ImageOf): { document: MarkdownNode[]; headings: MarkdownHeading[] } {
  const idOf = headingIds();
  const headings: MarkdownHeading[] = [];
  const references = new Map<string, number>();
  let footnote = 0;
  let insideLink = false;

  function drawAll(nodes: Nodes, depth: number): MarkdownNode[] {
    const drawn: MarkdownNode[] = [];
    const add = (node: MarkdownNode) => {
      const last = drawn.at(-1);
      if (typeof node === 'string' && typeof last === 'string') drawn[drawn.length - 1] = last + node;
      else if (node !== '') drawn.push(node);
    };
    nodes.forEach((node, place) => {
      if (node.type === 'text') {
        // The parser sets blocks apart by line ends, which nobody sees.
        const apart = node.value.trim() === '' && (isBlock(nodes[place - 1]) || isBlock(nodes[place + 1]));
        if (!apart) for (const each of insideLink ? [node.value] : withBareLinks(node.value)) add(each);
      } else if (node.type === 'element') {
        if (depth >= DEPTH_LIMIT) add(textBelow(node));
        else for (const each of drawElement(node, depth)) add(each);
      }
    });
    return drawn;
  }

  function drawElement(node: Element, depth: number): MarkdownNode[] {
    const { tagName, properties } = node;
    const inside = () => drawAll(node.children, depth + 1);
    const level = headingLevels[tagName];
    if (level) return drawHeading(level, inside());
    switch (tagName) {
      case 'a': {
        insideLink = true;
        const c = inside();
        insideLink = false;
        return drawLink(node, c);
      }
      case 'code':
        // No links are looked for in it.
        return [element('code', {}, [textBelow(node)])];
      case 'img':
        return drawImage(node);
      case 'p':
        return [drawParagraph(inside())];
      case 'pre':
        return [drawCode(node)];
      case 'section':
        return drawFootnotes(node, depth);
      case 'input': {
        const checked = Boolean(properties.checked);
        return [
          element('input', { type: 'checkbox', checked, disabled: true, 'aria-label': checked ? 'Done' : 'To do' }),
        ];
      }
      case 'li': {
        const c = inside();
        return [element('li', { class: isTask(c) ? 'task' : undefined }, c)];
      }
      case 'ol': {
        const start = Number(properties.start ?? 1);
        return [element('ol', { start: Number.isSafeInteger(start) && start !== 1 ? start : undefined }, inside())];
      }
      case 'td':
      case 'th':
        return [
          element(tagName, { align: typeof properties.align === 'string' ? properties.align : undefined }, inside()),
        ];
      default:
        return tagName in elements ? [element(tagName, {}, inside())] : inside();
    }
  }

  function drawHeading(t: 'h2' | 'h3' | 'h4', c: MarkdownNode[]): MarkdownNode[] {
    const text = plainText(c).replace(/\s+/g, ' ').trim();
    if (!text) return [];
    const id = idOf(text);
    if (t !== 'h4') headings.push({ id, text, depth: t === 'h2' ? 2 : 3 });
    return [element(t, { id }, c)];
  }

  function drawLink({ properties }: Element, c: MarkdownNode[]): MarkdownNode[] {
    if (properties.dataFootnoteRef !== undefined) return drawReference(plainText(c));
    if (properties.dataFootnoteBackref !== undefined) {
      const to = String(properties.ariaLabel);
      return [
        element('a', { href: `#footnote-ref-${to}`, class: 'back', 'aria-label': `Back to reference ${to}` }, ['↩']),
      ];
    }
    const href = safeUrl(properties.href, 'href');
    if (href === undefined) return c;
    return [element('a', { href, rel: /^https?:/i.test(href) ? 'noopener noreferrer' : undefined }, c)];
  }

  function drawReference(number: string): MarkdownNode[] {
    const times = (references.get(number) ?? 0) + 1;
    references.set(number, times);
    const id = `footnote-ref-${number}${times > 1 ? `-${times}` : ''}`;
    return [
      element('a', { href: `#footnote-${number}`, id, class: 'reference', 'aria-label': `Footnote ${number}` }, [
        number,
      ]),
    ];
  }

  function drawFootnotes(node: Element, depth: number): MarkdownNode[] {
    const list = node.children.find((child): child is Element => child.type === 'element' && child.tagName === 'ol');
    const c = drawAll(list?.children ?? [], depth + 2).map((note) => {
      if (typeof note === 'string') return note;
      footnote += 1;
      return { ...note, p: { id: `footnote-${footnote}` } };
    });
    return [element('section', { class: 'footnotes', 'aria-label': 'Footnotes' }, [element('ol', {}, c)])];
  }

  function drawImage({ properties }: Element): MarkdownNode[] {
    const src = safeUrl(properties.src, 'src');
    const alt = typeof properties.alt === 'string' ? properties.alt : '';
    if (src === undefined) return alt ? [alt] : [];
    const { caption, ...stated } = readTitle(properties.title);
    const known = imageOf(src);
    const image = element('img', {
      src,
      srcset: safeSrcset(known?.srcset),
      alt,
      // What the title says of an image's size is right by accident.
      width: known?.width ?? stated.width,
      height: known?.height ?? stated.height,
      // What stands before the first section is on the first screen: it is wanted at once.
      loading: headings.length > 0 ? 'lazy' : undefined,
      'data-placeholder': safePlaceholder(known?.placeholder),
    });
    return [caption ? element('figure', {}, [image, element('figcaption', {}, [caption])]) : image];
  }

  return { document: drawAll(root, 0), headings };
}

const isTask = (c: MarkdownNode[]): boolean => {
  const first = c[0];
  if (typeof first !== 'object') return false;
  return first.t === 'input' || (first.t === 'p' && isTask(first.c ?? []));
};

/** An image that has a paragraph to itself is a figure; amid words it has no caption. */
function drawParagraph(c: MarkdownNode[]): MarkdownElement {
  const [only] = c;
  if (c.length === 1 && typeof only === 'object') {
    if (only.t === 'figure') return only;
    if (only.t === 'img') return element('figure', {}, c);
    const linked = only.t === 'a' && only.c?.length === 1 ? only.c[0] : undefined;
    if (typeof linked === 'object' && (linked.t === 'img' || linked.t === 'figure')) {
      const [image, ...caption] = linked.t === 'img' ? [linked] : (linked.c ?? []);
      return element('figure', {}, [{ ...only, c: image ? [image] : [] }, ...caption]);
    }
  }
  return element('p', {}, c.map(withoutCaption));
}

/** Figures are blocks: amid words, at any depth of emphasis or links, only their image stays. */
function withoutCaption(node: MarkdownNode): MarkdownNode {
  if (typeof node === 'string' || !node.c) return node;
  return node.t === 'figure' ? (node.c[0] ?? '') : { ...node, c: node.c.map(withoutCaption) };
}

/** A fence: its language in lower case, the name for its bar (the file after the language, or the language's own). */
function drawCode(pre: Element): MarkdownElement {
  const code = pre.children.find((child): child is Element => child.type === 'element');
  const [first] = Array.isArray(code?.properties.className) ? code.properties.className : [];
  const language = String(first ?? '')
    .replace(/^language-/, '')
    .toLowerCase();
  const file = code?.data?.meta?.replace(/\s+/g, ' ').trim().slice(0, NAME_LIMIT);
  const text = textBelow(pre).replace(/\n$/, '');
  return element('pre', { 'data-language': language || undefined, 'data-name': file || languageName(language) }, [
    element('code', {}, text === '' ? [] : highlight(language, text)),
  ]);
}

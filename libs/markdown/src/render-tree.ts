import type { Element, ElementContent, RootContent } from 'hast';
import { withBareLinks } from './bare-links.js';
import type { MarkdownElement, MarkdownHeading, MarkdownNode, MarkdownValue } from './document.js';
import { allowedElements, safePlaceholder, safeSrcset, safeUrl } from './elements.js';
import { headingIds, headingSlugOf } from './heading-ids.js';
import { highlight } from './highlight.js';
import { languageName } from './languages.js';
import { plainText } from './plain-text.js';

/** Maximum nesting of elements. Deeper elements are replaced by their text. */
export const depthLimit = 40;
const fileNameLimit = 120;

export interface KnownImage {
  width: number;
  height: number;
  srcset?: string | undefined;
  placeholder: string;
}

export type ImageOf = (src: string) => KnownImage | undefined;

type Nodes = readonly (RootContent | ElementContent)[];

const blocks: ReadonlySet<string> = new Set([
  ...['blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre', 'section', 'table', 'tbody'],
  ...['td', 'th', 'thead', 'tr', 'ul'],
]);

const headingName = /^h([1-6])$/;

/**
 * Returns a function that gives a heading its level by those before: `<h1>` is the page's title, so that the first one is `<h2>`,
 * none skips a level, and levels below `<h4>` look the same.
 */
function headingLevels(): (tagName: string) => 'h2' | 'h3' | 'h4' | undefined {
  const open: number[] = [];
  return (tagName) => {
    const digit = headingName.exec(tagName)?.[1];
    if (digit === undefined) return undefined;
    const level = Math.max(2, Number(digit));
    while (open.length > 0 && open.at(-1)! >= level) open.pop();
    open.push(level);
    return (['h2', 'h3'] as const)[open.length - 1] ?? 'h4';
  };
}

const isBlock = (node: Nodes[number] | undefined) =>
  node === undefined || (node.type === 'element' && blocks.has(node.tagName));

/** Returns the text of all descendants. Iterative, because it is used for trees that are too deep. */
function textOf(node: Element): string {
  const parts: string[] = [];
  const stack: Nodes[number][] = [node];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.type === 'text') parts.push(next.value);
    else if (next.type === 'element')
      for (let at = next.children.length - 1; at >= 0; at -= 1) stack.push(next.children[at]!);
  }
  return parts.join('');
}

/** Parses `1200x600` (size), `1200x600 What it shows` (size and caption) or any other title (caption). */
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

/** Renders a sanitised tree to MarkdownNodes, with elements of `allowedElements` only, whatever the input. */
export function renderTree(root: Nodes, imageOf: ImageOf): { document: MarkdownNode[]; headings: MarkdownHeading[] } {
  const idOf = headingIds();
  const levelOf = headingLevels();
  /** Ids of the headings by their words, and the links within the document, which lead to them by either. */
  const idsBySlug = new Map<string, string>();
  const anchors: { href: string }[] = [];
  const headings: MarkdownHeading[] = [];
  const references = new Map<string, number>();
  let footnote = 0;
  let insideLink = false;

  function renderNodes(nodes: Nodes, depth: number): MarkdownNode[] {
    const rendered: MarkdownNode[] = [];
    const add = (node: MarkdownNode) => {
      const last = rendered.at(-1);
      if (typeof node === 'string' && typeof last === 'string') rendered[rendered.length - 1] = last + node;
      else if (node !== '') rendered.push(node);
    };
    nodes.forEach((node, index) => {
      if (node.type === 'text') {
        // The parser separates blocks by line breaks, which are invisible.
        const isSeparator = node.value.trim() === '' && (isBlock(nodes[index - 1]) || isBlock(nodes[index + 1]));
        if (!isSeparator) for (const each of insideLink ? [node.value] : withBareLinks(node.value)) add(each);
      } else if (node.type === 'element') {
        if (depth >= depthLimit) add(textOf(node));
        else for (const each of renderElement(node, depth)) add(each);
      }
    });
    return rendered;
  }

  function renderElement(node: Element, depth: number): MarkdownNode[] {
    const { tagName, properties } = node;
    const children = () => renderNodes(node.children, depth + 1);
    const level = levelOf(tagName);
    if (level) return renderHeading(level, children());
    switch (tagName) {
      case 'a': {
        insideLink = true;
        const c = children();
        insideLink = false;
        return renderLink(node, c);
      }
      case 'code': {
        // The parser removes spaces after a line break, also those in code, which may leave it empty.
        const text = textOf(node);
        return text === '' ? [] : [element('code', {}, [text])];
      }
      case 'img':
        return renderImage(node);
      case 'p':
        return [renderParagraph(children())];
      case 'pre':
        return [renderCode(node)];
      case 'section':
        return renderFootnotes(node, depth);
      case 'input': {
        const checked = Boolean(properties.checked);
        return [
          element('input', { type: 'checkbox', checked, disabled: true, 'aria-label': checked ? 'Done' : 'To do' }),
        ];
      }
      case 'li': {
        const c = children();
        return [element('li', { class: isTask(c) ? 'task' : undefined }, c)];
      }
      case 'ol': {
        const start = Number(properties.start ?? 1);
        return [element('ol', { start: Number.isSafeInteger(start) && start !== 1 ? start : undefined }, children())];
      }
      case 'td':
      case 'th':
        return [
          element(tagName, { align: typeof properties.align === 'string' ? properties.align : undefined }, children()),
        ];
      default:
        return tagName in allowedElements ? [element(tagName, {}, children())] : children();
    }
  }

  function renderHeading(t: 'h2' | 'h3' | 'h4', c: MarkdownNode[]): MarkdownNode[] {
    const text = plainText(c).replace(/\s+/g, ' ').trim();
    if (!text) return [];
    const id = idOf(text);
    const slug = headingSlugOf(text);
    if (slug !== '' && !idsBySlug.has(slug)) idsBySlug.set(slug, id);
    if (t !== 'h4') headings.push({ id, text, depth: t === 'h2' ? 2 : 3 });
    return [element(t, { id }, c)];
  }

  function renderLink({ properties }: Element, c: MarkdownNode[]): MarkdownNode[] {
    if (properties.dataFootnoteRef !== undefined) return renderReference(plainText(c));
    if (properties.dataFootnoteBackref !== undefined) {
      const reference = String(properties.ariaLabel);
      return [
        element(
          'a',
          { href: `#footnote-ref-${reference}`, class: 'back', 'aria-label': `Back to reference ${reference}` },
          ['↩'],
        ),
      ];
    }
    const href = safeUrl(properties.href, 'href');
    if (!href) return c;
    const link = element('a', { href, rel: /^https?:/i.test(href) ? 'noopener noreferrer' : undefined }, c);
    if (href.startsWith('#')) anchors.push(link.p as { href: string });
    return [link];
  }

  function renderReference(number: string): MarkdownNode[] {
    const times = (references.get(number) ?? 0) + 1;
    references.set(number, times);
    const id = `footnote-ref-${number}${times > 1 ? `-${times}` : ''}`;
    return [
      element('a', { href: `#footnote-${number}`, id, class: 'reference', 'aria-label': `Footnote ${number}` }, [
        number,
      ]),
    ];
  }

  function renderFootnotes(node: Element, depth: number): MarkdownNode[] {
    const list = node.children.find((child): child is Element => child.type === 'element' && child.tagName === 'ol');
    const c = renderNodes(list?.children ?? [], depth + 2).map((note) => {
      if (typeof note === 'string') return note;
      footnote += 1;
      return { ...note, p: { id: `footnote-${footnote}` } };
    });
    return [element('section', { class: 'footnotes', 'aria-label': 'Footnotes' }, [element('ol', {}, c)])];
  }

  function renderImage({ properties }: Element): MarkdownNode[] {
    const src = safeUrl(properties.src, 'src');
    const alt = typeof properties.alt === 'string' ? properties.alt : '';
    if (!src) return alt ? [alt] : [];
    const { caption, ...stated } = readTitle(properties.title);
    const known = imageOf(src);
    const image = element('img', {
      src,
      srcset: safeSrcset(known?.srcset),
      alt,
      // The known size overrides the title's, which may be wrong.
      width: known?.width ?? stated.width,
      height: known?.height ?? stated.height,
      // An image before the first heading is on the first screen.
      loading: headings.length > 0 ? 'lazy' : undefined,
      'data-placeholder': safePlaceholder(known?.placeholder),
    });
    return [caption ? element('figure', {}, [image, element('figcaption', {}, [caption])]) : image];
  }

  const document = renderNodes(root, 0);
  // An author writes `#setup` for the heading `Setup`, whose id is another one, before or after it.
  const ids = new Set(idsBySlug.values());
  for (const anchor of anchors) if (!ids.has(anchor.href.slice(1))) anchor.href = resolveAnchor(anchor.href, idsBySlug);
  return { document, headings };
}

/** Returns a link within the document, to the heading whose words it names. */
function resolveAnchor(href: string, idsBySlug: ReadonlyMap<string, string>): string {
  try {
    const id = idsBySlug.get(headingSlugOf(decodeURIComponent(href.slice(1))));
    return id === undefined ? href : `#${id}`;
  } catch {
    // Not a percent-encoded text: it names no heading.
    return href;
  }
}

const isTask = (c: MarkdownNode[]): boolean => {
  const first = c[0];
  if (typeof first !== 'object') return false;
  return first.t === 'input' || (first.t === 'p' && isTask(first.c ?? []));
};

/** Renders an image that is alone in its paragraph as a figure; images within text have no caption. */
function renderParagraph(c: MarkdownNode[]): MarkdownElement {
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

/** Replaces figures by their images, at any depth, where a figure (a block) isn't allowed. */
function withoutCaption(node: MarkdownNode): MarkdownNode {
  if (typeof node === 'string' || !node.c) return node;
  return node.t === 'figure' ? (node.c[0] ?? '') : { ...node, c: node.c.map(withoutCaption) };
}

function renderCode(pre: Element): MarkdownElement {
  const code = pre.children.find((child): child is Element => child.type === 'element');
  const [first] = Array.isArray(code?.properties.className) ? code.properties.className : [];
  const language = String(first ?? '')
    .replace(/^language-/, '')
    .toLowerCase();
  const file = code?.data?.meta?.replace(/\s+/g, ' ').trim().slice(0, fileNameLimit);
  const text = textOf(pre).replace(/\n$/, '');
  return element('pre', { 'data-language': language || undefined, 'data-name': file || languageName(language) }, [
    element('code', {}, text === '' ? [] : highlight(language, text)),
  ]);
}

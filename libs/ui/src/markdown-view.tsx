import type { MarkdownNode } from '@docfolio/markdown/document';
import {
  allowedClasses,
  allowedElements,
  emptyElements,
  safePlaceholder,
  safeSrcset,
  safeUrl,
  type TokenClass,
} from '@docfolio/markdown/elements';
import { Check } from 'lucide-react';
import { createElement, Fragment, type ReactNode } from 'react';
import { classNames } from './class-names.js';
import { CodeFrame, SidewaysScroller } from './code-frame.js';
import { MarkdownImage } from './markdown-image.js';

type Attributes = Record<string, string | number | boolean>;

/** As React names them, where that isn't as HTML does. */
const reactNames: Record<string, string> = { class: 'className' };

const colours: Record<TokenClass, string> = {
  keyword: 'text-code-keyword',
  string: 'text-code-string',
  literal: 'text-code-literal',
  type: 'text-code-type',
  punctuation: 'text-code-punctuation',
  comment: 'text-code-comment',
};

const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.c ?? []))).join('');

const holdsLink = (nodes: readonly MarkdownNode[]): boolean =>
  nodes.some((node) => typeof node === 'object' && (node.t === 'a' || holdsLink(node.c ?? [])));

/** The attributes that the table allows, addresses only where they are safe, classes only where they are known. */
function allowed(name: string, given: Attributes | undefined): Attributes {
  const kept: Attributes = {};
  for (const [key, value] of Object.entries(given ?? {})) {
    if (!allowedElements[name]?.includes(key)) continue;
    if ((key === 'href' || key === 'src') && safeUrl(value, key) === undefined) continue;
    if (key === 'srcset' && safeSrcset(value) === undefined) continue;
    if (key === 'data-placeholder' && safePlaceholder(value) === undefined) continue;
    if (key === 'class' && !allowedClasses.has(value)) continue;
    kept[reactNames[key] ?? key] = value;
  }
  return kept;
}

/** Spread as children: a node of a text has no identity but its place. */
const drawAll = (nodes: readonly MarkdownNode[] = [], top = false): ReactNode[] =>
  nodes.map((node) => (typeof node === 'string' ? node : drawElement(node, top)));

const whole = (value: unknown): number | undefined => (Number.isInteger(value) ? Number(value) : undefined);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function drawElement({ t, p, c = [] }: Exclude<MarkdownNode, string>, top: boolean): ReactNode {
  if (!allowedElements[t]) return createElement(Fragment, null, ...drawAll(c));
  const attributes = allowed(t, p);
  switch (t) {
    case 'pre':
      return (
        <CodeFrame name={String(attributes['data-name'] ?? 'Text')} copyText={textOf(c)} bleeds={top}>
          {createElement(
            'code',
            null,
            ...drawAll(c.flatMap((node) => (typeof node === 'object' ? (node.c ?? []) : node))),
          )}
        </CodeFrame>
      );
    case 'span':
      return createElement('span', { className: colours[attributes.className as TokenClass] }, ...drawAll(c));
    case 'table':
      return <SidewaysScroller label="Table">{createElement('table', null, ...drawAll(c))}</SidewaysScroller>;
    case 'img':
      return typeof attributes.src === 'string' ? (
        <MarkdownImage
          src={attributes.src}
          srcSet={text(attributes.srcset)}
          placeholder={text(attributes['data-placeholder'])}
          alt={String(attributes.alt ?? '')}
          width={whole(attributes.width)}
          height={whole(attributes.height)}
          loading={attributes.loading === 'lazy' ? 'lazy' : undefined}
        />
      ) : null;
    case 'input':
      return (
        <span role="img" aria-label={attributes.checked ? 'Done' : 'To do'} data-box="">
          {attributes.checked && <Check aria-hidden size={12} strokeWidth={2.5} />}
        </span>
      );
    case 'h2':
    case 'h3':
      // The words are the way to their own address; a link among them stays the only one.
      return createElement(
        t,
        attributes,
        ...(attributes.id && !holdsLink(c)
          ? [createElement('a', { href: `#${attributes.id}`, 'data-anchor': '' }, ...drawAll(c))]
          : drawAll(c)),
      );
    default:
      return emptyElements.has(t) ? createElement(t, attributes) : createElement(t, attributes, ...drawAll(c));
  }
}

/**
 * Draws what `@docfolio/markdown/render` made, in the type of an article. Elements and attributes that its table
 * doesn't name are left out, whatever the tree says. Its stylesheet is `styles/markdown.css`.
 */
export function MarkdownView({ nodes, className }: { nodes: readonly MarkdownNode[]; className?: string }) {
  return createElement('div', { className: classNames('markdown', className) }, ...drawAll(nodes, true));
}

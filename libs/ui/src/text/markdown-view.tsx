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
import { classNames } from '../class-names.js';
import { CodeFrame, SidewaysScroller } from './code-frame.js';
import { MarkdownImage } from './markdown-image.js';

type Attributes = Record<string, string | number | boolean>;

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

const containsLink = (nodes: readonly MarkdownNode[]): boolean =>
  nodes.some((node) => typeof node === 'object' && (node.t === 'a' || containsLink(node.c ?? [])));

/** Returns the attributes that the allowlist has for element `name`, with safe URLs and known classes only. */
function allowedAttributes(name: string, given: Attributes | undefined): Attributes {
  const result: Attributes = {};
  for (const [key, value] of Object.entries(given ?? {})) {
    if (!allowedElements[name]?.includes(key)) continue;
    if ((key === 'href' || key === 'src') && safeUrl(value, key) === undefined) continue;
    if (key === 'srcset' && safeSrcset(value) === undefined) continue;
    if (key === 'data-placeholder' && safePlaceholder(value) === undefined) continue;
    if (key === 'class' && !allowedClasses.has(value)) continue;
    result[reactNames[key] ?? key] = value;
  }
  return result;
}

/** Returns the nodes as React nodes without keys: pass them to `createElement` as spread arguments. */
const renderNodes = (nodes: readonly MarkdownNode[] = [], top = false): ReactNode[] =>
  nodes.map((node) => (typeof node === 'string' ? node : renderElement(node, top)));

const integerOf = (value: unknown): number | undefined => (Number.isInteger(value) ? Number(value) : undefined);
const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function renderElement({ t, p, c = [] }: Exclude<MarkdownNode, string>, top: boolean): ReactNode {
  if (!allowedElements[t]) return createElement(Fragment, null, ...renderNodes(c));
  const attributes = allowedAttributes(t, p);
  switch (t) {
    case 'pre':
      return (
        <CodeFrame name={String(attributes['data-name'] ?? 'Text')} copyText={textOf(c)} bleeds={top}>
          {createElement(
            'code',
            null,
            ...renderNodes(c.flatMap((node) => (typeof node === 'object' ? (node.c ?? []) : node))),
          )}
        </CodeFrame>
      );
    case 'span':
      return createElement('span', { className: colours[attributes.className as TokenClass] }, ...renderNodes(c));
    case 'table':
      return (
        <SidewaysScroller label="Table" dir={stringOf(attributes.dir)}>
          {createElement('table', attributes, ...renderNodes(c))}
        </SidewaysScroller>
      );
    case 'img':
      return typeof attributes.src === 'string' ? (
        <MarkdownImage
          src={attributes.src}
          srcSet={stringOf(attributes.srcset)}
          placeholder={stringOf(attributes['data-placeholder'])}
          alt={String(attributes.alt ?? '')}
          width={integerOf(attributes.width)}
          height={integerOf(attributes.height)}
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
      // A heading with an id becomes a link to itself, unless it contains a link.
      return createElement(
        t,
        attributes,
        ...(attributes.id && !containsLink(c)
          ? [createElement('a', { href: `#${attributes.id}`, 'data-anchor': '' }, ...renderNodes(c))]
          : renderNodes(c)),
      );
    default:
      return emptyElements.has(t) ? createElement(t, attributes) : createElement(t, attributes, ...renderNodes(c));
  }
}

/** Renders nodes of `@docfolio/markdown/render`, only allowlisted elements. Needs `styles/markdown.css`. */
export function MarkdownView({ nodes, className }: { nodes: readonly MarkdownNode[]; className?: string }) {
  return createElement('div', { className: classNames('markdown', className) }, ...renderNodes(nodes, true));
}

import { absoluteUrl } from './absolute-url.js';
import type { MarkdownNode } from './document.js';
import { allowedElements, emptyElements } from './elements.js';
import { escapeHtml } from './escape-html.js';

/** Attributes for the page alone. Ids would be there twice in a feed with several posts. */
const pageAttributes: ReadonlySet<string> = new Set([
  'class',
  'id',
  'loading',
  'srcset',
  'data-language',
  'data-name',
  'data-placeholder',
]);

/**
 * Returns the tree as escaped HTML for a feed or an email, without ids and classes. URLs are absolute, so that links within
 * the text lead to the page. An element that `allowedElements` doesn't list is replaced by its content. Task checkboxes
 * become ☑ and ☐.
 * @param page URL of the page that shows the text
 */
export function toHtml(nodes: readonly MarkdownNode[], { page }: { page: string }): string {
  const render = (node: MarkdownNode): string => {
    if (typeof node === 'string') return escapeHtml(node);
    const content = () => (node.c ?? []).map(render).join('');
    const allowed = allowedElements[node.t];
    if (!allowed) return content();
    if (node.t === 'input') return node.p?.checked ? '☑' : '☐';
    const attributes = Object.entries(node.p ?? {}).map(([name, value]) => {
      if (!allowed.includes(name) || pageAttributes.has(name) || value === false) return '';
      const text = name === 'href' || name === 'src' ? absoluteUrl(value, name, page) : String(value);
      return text === undefined ? '' : ` ${name}="${escapeHtml(text)}"`;
    });
    if (node.t === 'span') return content();
    const start = `<${node.t}${attributes.join('')}>`;
    return emptyElements.has(node.t) ? start : `${start}${content()}</${node.t}>`;
  };
  return nodes.map(render).join('');
}

import type { MarkdownNode } from './document.js';
import { allowedElements, emptyElements, safeUrl } from './elements.js';
import { escapeHtml } from './escape-html.js';

const pageAttributes: ReadonlySet<string> = new Set([
  'class',
  'loading',
  'srcset',
  'data-language',
  'data-name',
  'data-placeholder',
]);

/**
 * Returns the tree as escaped HTML for a feed or an email, without classes. An element that `allowedElements` doesn't
 * list is replaced by its content. Task checkboxes become ☑ and ☐.
 * @param origin prefix of URLs that begin with `/`: `https://example.com`, without a trailing slash
 */
export function toHtml(nodes: readonly MarkdownNode[], { origin }: { origin: string }): string {
  const render = (node: MarkdownNode): string => {
    if (typeof node === 'string') return escapeHtml(node);
    const content = () => (node.c ?? []).map(render).join('');
    const allowed = allowedElements[node.t];
    if (!allowed) return content();
    if (node.t === 'input') return node.p?.checked ? '☑' : '☐';
    const attributes = Object.entries(node.p ?? {}).map(([name, value]) => {
      if (!allowed.includes(name) || pageAttributes.has(name) || value === false) return '';
      if (name !== 'href' && name !== 'src') return ` ${name}="${escapeHtml(String(value))}"`;
      const url = safeUrl(value, name);
      return url === undefined ? '' : ` ${name}="${escapeHtml(url.startsWith('/') ? origin + url : url)}"`;
    });
    if (node.t === 'span') return content();
    const start = `<${node.t}${attributes.join('')}>`;
    return emptyElements.has(node.t) ? start : `${start}${content()}</${node.t}>`;
  };
  return nodes.map(render).join('');
}

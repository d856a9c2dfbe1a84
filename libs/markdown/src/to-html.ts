import type { MarkdownNode } from './document.js';
import { elements, emptyElements, safeUrl } from './elements.js';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** What only a page with our stylesheet and scripts makes sense of. */
const ofPages: ReadonlySet<string> = new Set([
  'class',
  'loading',
  'srcset',
  'data-language',
  'data-name',
  'data-placeholder',
]);

/**
 * The tree as HTML for a feed or a mail: everything escaped, addresses that begin with `/` on `origin`
 * (`https://example.com`, without a slash at its end), classes dropped, a task's box as a sign. Elements and attributes
 * that `elements.ts` doesn't name are left out here too.
 */
export function toHtml(nodes: readonly MarkdownNode[], { origin }: { origin: string }): string {
  const draw = (node: MarkdownNode): string => {
    if (typeof node === 'string') return escaped(node);
    const inside = () => (node.c ?? []).map(draw).join('');
    const allowed = elements[node.t];
    if (!allowed) return inside();
    if (node.t === 'input') return node.p?.checked ? '☑' : '☐';
    const attributes = Object.entries(node.p ?? {}).map(([name, value]) => {
      if (!allowed.includes(name) || ofPages.has(name) || value === false) return '';
      if (name !== 'href' && name !== 'src') return ` ${name}="${escaped(String(value))}"`;
      const url = safeUrl(value, name);
      return url === undefined ? '' : ` ${name}="${escaped(url.startsWith('/') ? origin + url : url)}"`;
    });
    // Only a class made it more than its text.
    if (node.t === 'span') return inside();
    const start = `<${node.t}${attributes.join('')}>`;
    return emptyElements.has(node.t) ? start : `${start}${inside()}</${node.t}>`;
  };
  return nodes.map(draw).join('');
}

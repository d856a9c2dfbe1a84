import type { MarkdownNode } from './document.js';
import { safeUrl } from './elements.js';

const ADDRESS = /(?<![\p{L}\p{N}_/.@-])(?:https?:\/\/|www\.)[^\s<>"'`()[\]{}|\\^]{1,2000}/giu;
const ends: ReadonlySet<string> = new Set('.,:;!?*_~');

/** The text with the addresses that stand bare in it as links, without the punctuation that ends a sentence. */
export function withBareLinks(text: string): MarkdownNode[] {
  if (!/https?:\/\/|www\./i.test(text)) return [text];
  const nodes: MarkdownNode[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    let length = found.length;
    while (length > 0 && ends.has(found[length - 1]!)) length -= 1;
    const words = found.slice(0, length);
    // Half a surrogate pair has no encoding.
    const href = /\p{Cs}/u.test(words) ? undefined : safeUrl(encodeURI(words).replaceAll('%25', '%'), 'href');
    // A host has a dot in it, or is this machine.
    if (!href || !/^(?:https?:\/\/)?[^/?#]+\.[^/?#.]|^https?:\/\/localhost\b/i.test(words)) continue;
    if (index > at) nodes.push(text.slice(at, index));
    nodes.push({
      t: 'a',
      p: { href: /^www/i.test(href) ? `https://${href}` : href, rel: 'noopener noreferrer' },
      c: [words],
    });
    at = index + length;
  }
  if (at < text.length) nodes.push(text.slice(at));
  return nodes;
}

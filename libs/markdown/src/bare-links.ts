import type { MarkdownNode } from './document.js';
import { safeUrl } from './elements.js';

const bareUrl = /(?<![\p{L}\p{N}_/.@-])(?:https?:\/\/|www\.)[^\s<>"'`()[\]{}|\\^]+/giu;
const trailingPunctuation: ReadonlySet<string> = new Set('.,:;!?*_~');

/** Returns a text as nodes in which bare `http(s)://` and `www.` URLs are links, without trailing punctuation. */
export function withBareLinks(text: string): MarkdownNode[] {
  if (!/https?:\/\/|www\./i.test(text)) return [text];
  const nodes: MarkdownNode[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(bareUrl)) {
    let length = found.length;
    while (length > 0 && trailingPunctuation.has(found[length - 1]!)) length -= 1;
    const url = found.slice(0, length);
    const absolute = /^www/i.test(url) ? `https://${url}` : url;
    // `encodeURI` throws for an unpaired surrogate.
    const href = /\p{Cs}/u.test(url) ? undefined : safeUrl(encodeURI(absolute).replaceAll('%25', '%'), 'href');
    // Skip URLs whose host neither contains a dot nor is localhost.
    if (!href || !/^(?:https?:\/\/)?[^/?#]+\.[^/?#.]|^https?:\/\/localhost\b/i.test(url)) continue;
    if (index > at) nodes.push(text.slice(at, index));
    nodes.push({ t: 'a', p: { href, rel: 'noopener noreferrer' }, c: [url] });
    at = index + length;
  }
  if (at < text.length) nodes.push(text.slice(at));
  return nodes;
}

import type { MarkdownNode } from './document.js';
import { safeUrl } from './elements.js';

/** Full-width punctuation, which ends an address in a text without spaces. */
const fullWidth =
  '\\u3000-\\u3003\\u3008-\\u3011\\u3014-\\u301f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65\\u2018-\\u201f\\u2026';
const bareUrl = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}_/.@-])(?:https?://|www\\.)[^\\s<>"\`\\\\${fullWidth}]+`,
  'giu',
);
const bareEmail =
  /(?<![\w.+/:-])[\w.+-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?){1,8}(?![\w@-])/giu;

const trailingPunctuation: ReadonlySet<string> = new Set(".,:;!?*_~'");
const openingOf: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Returns the URL that a text begins with: without trailing punctuation, and brackets that were not opened in it. */
function trimmed(found: string): string {
  const counts: Record<string, number> = {};
  for (const character of found) counts[character] = (counts[character] ?? 0) + 1;
  let length = found.length;
  for (; length > 0; length -= 1) {
    const last = found[length - 1]!;
    const opening = openingOf[last];
    const isUnopened = opening !== undefined && (counts[last] ?? 0) > (counts[opening] ?? 0);
    if (!trailingPunctuation.has(last) && !isUnopened) break;
    counts[last] = (counts[last] ?? 1) - 1;
  }
  return found.slice(0, length);
}

/** Returns the address that a bare URL leads to; undefined if it has no host with a dot, and is not localhost. */
function hrefOf(url: string): string | undefined {
  if (!/^(?:https?:\/\/)?[^/?#]+\.[^/?#.]|^https?:\/\/localhost\b/i.test(url)) return undefined;
  // `encodeURI` throws for an unpaired surrogate.
  if (/\p{Cs}/u.test(url)) return undefined;
  const absolute = /^www/i.test(url) ? `https://${url}` : url;
  return safeUrl(encodeURI(absolute).replaceAll('%25', '%'), 'href');
}

interface Found {
  index: number;
  text: string;
  href: string;
}

function* linksIn(text: string): Generator<Found> {
  for (const { 0: found, index } of text.matchAll(bareUrl)) {
    const url = trimmed(found);
    const href = hrefOf(url);
    if (href) yield { index, text: url, href };
  }
  if (!text.includes('@')) return;
  for (const { 0: found, index } of text.matchAll(bareEmail)) {
    const href = safeUrl(`mailto:${found}`, 'href');
    if (href) yield { index, text: found, href };
  }
}

/**
 * Returns a text as nodes in which bare `http(s)://` and `www.` URLs and email addresses are links, as GitHub Flavored Markdown
 * finds them (extended autolinks), and before full-width punctuation.
 */
export function withBareLinks(text: string): MarkdownNode[] {
  if (!/https?:\/\/|www\.|@/i.test(text)) return [text];
  const nodes: MarkdownNode[] = [];
  let at = 0;
  for (const { index, text: shown, href } of [...linksIn(text)].sort((a, b) => a.index - b.index)) {
    // An address within a URL.
    if (index < at) continue;
    if (index > at) nodes.push(text.slice(at, index));
    nodes.push({ t: 'a', p: { href, ...(/^http/i.test(href) && { rel: 'noopener noreferrer' }) }, c: [shown] });
    at = index + shown.length;
  }
  if (at < text.length) nodes.push(text.slice(at));
  return nodes;
}

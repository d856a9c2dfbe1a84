import { decodeNamedCharacterReference } from 'decode-named-character-reference';

/** Elements that are removed together with what they contain, such as a script's code. */
export const droppedWithContent: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'iframe', 'object', 'svg', 'math', 'noscript', 'textarea', 'title'],
]);

/** Elements that continue a line; all others begin a paragraph. */
const inline: ReadonlySet<string> = new Set([
  ...[
    'a',
    'abbr',
    'b',
    'bdi',
    'bdo',
    'br',
    'cite',
    'code',
    'data',
    'del',
    'dfn',
    'em',
    'font',
    'i',
    'img',
    'ins',
    'kbd',
  ],
  ...['label', 'mark', 'q', 's', 'samp', 'small', 'span', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr'],
]);

/** Matches one tag. What it may match ends at the next `<` or `>`, so that long texts take linear time. */
const tagPattern = /<(\/?)([a-z][a-z0-9-]*)\b[^<>]*>/iy;

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z0-9]{1,31}));/gi, (reference, decimal, hex, name) => {
    if (name) return decodeNamedCharacterReference(name) || reference;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
    return isCharacter ? String.fromCodePoint(code) : reference;
  });

/** Returns the texts of an HTML block, a string per paragraph, without tags, comments and what is dropped with its content. */
export function textsOfHtml(html: string): string[] {
  const lower = html.toLowerCase();
  const paragraphs = [''];
  const add = (text: string) => {
    paragraphs[paragraphs.length - 1] += text;
  };
  let at = 0;
  let mayHaveComments = true;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    add(html.slice(at, open));
    at = open;
    if (mayHaveComments && html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      mayHaveComments = end >= 0;
      at = end >= 0 ? end + 3 : at + 4;
      continue;
    }
    tagPattern.lastIndex = at;
    const [tag, slash, name] = tagPattern.exec(html) ?? [];
    if (tag === undefined || name === undefined) {
      add('<');
      at += 1;
      continue;
    }
    at += tag.length;
    const element = name.toLowerCase();
    if (!slash && droppedWithContent.has(element) && !tag.endsWith('/>')) {
      const end = lower.indexOf(`</${element}`, at);
      // Without an end tag, a browser drops the rest, too.
      if (end < 0) return finish(paragraphs);
      at = end;
    } else if (element === 'br') add('\n');
    else if (!inline.has(element)) paragraphs.push('');
  }
  add(html.slice(at));
  return finish(paragraphs);
}

const finish = (paragraphs: string[]): string[] =>
  paragraphs.map((text) => decode(text).trim()).filter((text) => text !== '');

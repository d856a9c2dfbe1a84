import { decodeNamedCharacterReference } from 'decode-named-character-reference';

/** Elements that are removed together with what they contain, such as a script's code, up to their end tags. */
export const droppedWithContent: ReadonlySet<string> = new Set([
  ...['script', 'style', 'template', 'iframe', 'object', 'svg', 'math'],
]);

/** Elements that continue a line; all others begin a paragraph. */
const inline: ReadonlySet<string> = new Set([
  ...[
    'a',
    'abbr',
    'acronym',
    'b',
    'bdi',
    'bdo',
    'big',
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
  ...[
    'label',
    'mark',
    'nobr',
    'q',
    's',
    'samp',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
    'time',
    'tt',
    'u',
    'var',
  ],
  ...['wbr'],
]);

/** The other elements of HTML. What has no such name is no tag of an author, but a word such as `<your-name>`. */
const block: ReadonlySet<string> = new Set([
  ...['address', 'area', 'article', 'aside', 'audio', 'base', 'blockquote', 'body', 'button', 'canvas', 'caption'],
  ...['center', 'col', 'colgroup', 'datalist', 'dd', 'details', 'dialog', 'div', 'dl', 'dt', 'embed', 'fieldset'],
  ...['figcaption', 'figure', 'footer', 'form', 'frame', 'frameset', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'head'],
  ...['header', 'hgroup', 'hr', 'html', 'input', 'legend', 'li', 'link', 'main', 'map', 'menu', 'meta', 'meter', 'nav'],
  ...['noframes', 'noscript', 'ol', 'optgroup', 'option', 'output', 'p', 'param', 'picture', 'pre', 'progress', 'rp'],
  ...['rt', 'ruby', 'search', 'section', 'select', 'slot', 'source', 'summary', 'table', 'tbody', 'td', 'textarea'],
  ...['tfoot', 'th', 'thead', 'title', 'tr', 'track', 'ul', 'video'],
]);

/** Returns whether HTML has an element of this name, in lower case. */
export const isElement = (name: string): boolean => inline.has(name) || block.has(name) || droppedWithContent.has(name);

/** Matches one tag. What it may match ends at the next `<` or `>`, so that long texts take linear time. */
const tagPattern = /<(\/?)([a-z][a-z0-9-]*)\b[^<>]*>/iy;

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z0-9]{1,31}));/gi, (reference, decimal, hex, name) => {
    if (name) return decodeNamedCharacterReference(name) || reference;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
    return isCharacter ? String.fromCodePoint(code) : reference;
  });

/**
 * Returns the texts of an HTML block, a string per paragraph, without tags, comments and what is dropped with its content.
 * @param endsLater whether a later block has the end tag of an element
 * @returns also the element that begins here, is dropped with its content, and ends in a later block
 */
export function textsOfHtml(
  html: string,
  endsLater: (element: string) => boolean,
): { texts: string[]; open?: string | undefined } {
  const lower = html.toLowerCase();
  const paragraphs = [''];
  const add = (text: string) => {
    paragraphs[paragraphs.length - 1] += text;
  };
  let at = 0;
  let mayHaveComments = true;
  /** Elements of which no end tag follows. */
  const endless = new Set<string>();
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
    if (!slash && droppedWithContent.has(element) && !endless.has(element) && !tag.endsWith('/>')) {
      const end = lower.indexOf(`</${element}`, at);
      if (end >= 0) at = end;
      else if (endsLater(element)) return { texts: finish(paragraphs), open: element };
      // A browser drops all that follows. Here it stays, because an author may have meant the word.
      else endless.add(element);
    } else if (element === 'br') add('\n');
    else if (!isElement(element)) add(tag);
    else if (!inline.has(element)) paragraphs.push('');
  }
  add(html.slice(at));
  return { texts: finish(paragraphs) };
}

const finish = (paragraphs: string[]): string[] =>
  paragraphs.map((text) => decode(text).trim()).filter((text) => text !== '');

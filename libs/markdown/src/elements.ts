/**
 * What a view may draw: each element's name with the attributes that it may carry. Whoever draws a tree checks it
 * against this table again, because a tree may have been stored by an older version or come over a wire.
 */
export const elements: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  a: ['href', 'id', 'rel', 'class', 'aria-label'],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  em: [],
  figcaption: [],
  figure: [],
  h2: ['id'],
  h3: ['id'],
  h4: ['id'],
  hr: [],
  img: ['src', 'srcset', 'alt', 'width', 'height', 'loading', 'data-placeholder'],
  input: ['type', 'checked', 'disabled', 'aria-label'],
  li: ['id', 'class'],
  ol: ['start'],
  p: [],
  pre: ['data-language', 'data-name'],
  section: ['class', 'aria-label'],
  span: ['class'],
  strong: [],
  sup: [],
  table: [],
  tbody: [],
  td: ['align'],
  th: ['align'],
  thead: [],
  tr: [],
  ul: [],
});

/** Elements that hold nothing. */
export const emptyElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input']);

/** The classes of code: `<span class="keyword">`. Plain code has none. */
export const tokenClasses = ['keyword', 'string', 'literal', 'type', 'punctuation', 'comment'] as const;
export type TokenClass = (typeof tokenClasses)[number];

/** Every class there is: those of code, a task's item, and the parts of footnotes. */
export const allowedClasses: ReadonlySet<unknown> = new Set([
  ...tokenClasses,
  'task',
  'footnotes',
  'reference',
  'back',
]);

/** The longest address that is let through, in characters. */
export const URL_LIMIT = 2048;

/**
 * The address, if following it can do nothing but go somewhere: http, https, mailto (of a link), `/path`, `#fragment`
 * or a relative path. Undefined otherwise, also for `//host`, which takes a visitor elsewhere while it looks like a
 * path, and for anything with blanks, control characters or backslashes, which browsers read in their own ways.
 */
export function safeUrl(value: unknown, of: 'href' | 'src'): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  if (typeof value !== 'string' || value.length > URL_LIMIT || /[\u0000-\u0020\u007f-\u009f\\]/.test(value))
    return undefined;
  if (value.startsWith('//')) return undefined;
  const scheme = /^[^/?#]*?:/.exec(value)?.[0].toLowerCase();
  if (scheme === undefined || scheme === 'http:' || scheme === 'https:') return value;
  return scheme === 'mailto:' && of === 'href' ? value : undefined;
}

/** `srcset` of widths (WHATWG HTML, 4.8.4.2.1), if each of its addresses is safe and none could be read as two. */
export function safeSrcset(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const isSafe = (source: string) => {
    const [url, width, ...more] = source.split(' ');
    return safeUrl(url, 'src') && !url?.includes(',') && /^[1-9]\d{0,4}w$/.test(width ?? '') && more.length === 0;
  };
  return value.split(', ').every(isSafe) ? value : undefined;
}

/** A miniature that is in the document itself: a raster image, which can neither load nor run anything. */
export function safePlaceholder(value: unknown): string | undefined {
  return typeof value === 'string' && /^data:image\/webp;base64,[A-Za-z0-9+/]{1,2000}={0,2}$/.test(value)
    ? value
    : undefined;
}

/** Allowed elements with their attributes. Views check each tree against it, as it may be old or from the network. */
export const allowedElements: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null), {
  a: ['href', 'id', 'rel', 'class', 'aria-label'],
  blockquote: ['dir'],
  br: [],
  code: ['dir'],
  del: [],
  em: [],
  figcaption: ['dir'],
  figure: ['dir'],
  h2: ['id', 'dir'],
  h3: ['id', 'dir'],
  h4: ['id', 'dir'],
  hr: [],
  img: ['src', 'srcset', 'alt', 'width', 'height', 'loading', 'data-placeholder'],
  input: ['type', 'checked', 'disabled', 'aria-label'],
  li: ['id', 'class', 'dir'],
  ol: ['start', 'dir'],
  p: ['dir'],
  pre: ['data-language', 'data-name', 'dir'],
  section: ['class', 'aria-label', 'dir'],
  span: ['class'],
  strong: [],
  sup: [],
  table: ['dir'],
  tbody: [],
  td: ['align', 'dir'],
  th: ['align', 'dir'],
  thead: [],
  tr: [],
  ul: ['dir'],
});

export const emptyElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input']);

export const tokenClasses = ['keyword', 'string', 'literal', 'type', 'punctuation', 'comment'] as const;
export type TokenClass = (typeof tokenClasses)[number];

export const allowedClasses: ReadonlySet<unknown> = new Set([
  ...tokenClasses,
  'task',
  'footnotes',
  'reference',
  'back',
]);

export const urlLimit = 2048;

/** Schemes of links that open another program: to write an email, to call, to send a message. */
export const contactSchemes = ['mailto', 'tel', 'sms'];

/** Returns the URL if it is http(s), of a contact (`href` only) or relative (not `//host`), else or with spaces undefined. */
export function safeUrl(value: unknown, of: 'href' | 'src'): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finds control characters.
  if (typeof value !== 'string' || value.length > urlLimit || /[\u0000-\u0020\u007f-\u009f\\]/.test(value))
    return undefined;
  if (value.startsWith('//')) return undefined;
  const scheme = /^[^/?#]*?:/.exec(value)?.[0].toLowerCase();
  if (scheme === undefined || scheme === 'http:' || scheme === 'https:') return value;
  return contactSchemes.includes(scheme.slice(0, -1)) && of === 'href' ? value : undefined;
}

/** Returns a `srcset` of the form `/a.png 320w, ...` if all its URLs are safe, else undefined. */
export function safeSrcset(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const isSafe = (source: string) => {
    const [url, width, ...more] = source.split(' ');
    return safeUrl(url, 'src') && !url?.includes(',') && /^[1-9]\d{0,4}w$/.test(width ?? '') && more.length === 0;
  };
  return value.split(', ').every(isSafe) ? value : undefined;
}

/** Returns an image's placeholder if it is a WebP data URL, which can neither load nor run anything; else undefined. */
export function safePlaceholder(value: unknown): string | undefined {
  return typeof value === 'string' && /^data:image\/webp;base64,[A-Za-z0-9+/]{1,2000}={0,2}$/.test(value)
    ? value
    : undefined;
}

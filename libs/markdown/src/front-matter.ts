export interface FrontMatter {
  /** Characters of the text up to the end of the block. */
  length: number;
  /** What stands between the two lines of hyphens, an entry per key with the lines that belong to it. */
  entries: { key: string; text: string }[];
}

const opening = /^\ufeff?---[ \t]*\r?\n/;
const closing = /^(?:---|\.\.\.)[ \t]*$/;
/** A key ends in no space: with two parts that match spaces, a long line of them would take minutes. */
const keyLine = /^(["']?)([A-Za-z_](?:[\w .-]*[\w.-])?)\1[ \t]*:(?:[ \t]|$)/;
/** A line that continues the entry above it: indented, an item of a list, blank or a comment. */
const continuation = /^(?:[ \t]|-[ \t]|-?$|#)/;

/**
 * Returns the YAML front matter that a text begins with, as exported posts of other programs do; undefined for a text that only
 * begins with a thematic break. A block has a key in its first line, and no line that YAML would not allow there.
 */
export function frontMatterOf(text: string): FrontMatter | undefined {
  const start = opening.exec(text)?.[0].length;
  if (start === undefined) return undefined;
  const entries: FrontMatter['entries'] = [];
  for (let at = start; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end < 0 ? text.length : end + 1;
    const line = text.slice(at, next).replace(/\r?\n$/, '');
    const key = keyLine.exec(line)?.[2];
    if (closing.test(line)) return entries.length > 0 ? { length: next, entries } : undefined;
    if (key !== undefined) entries.push({ key, text: `${line}\n` });
    else if (entries.length > 0 && continuation.test(line)) entries.at(-1)!.text += `${line}\n`;
    else return undefined;
    at = next;
  }
  return undefined;
}

/** Returns a text without its front matter. */
export const withoutFrontMatter = (text: string): string => text.slice(frontMatterOf(text)?.length ?? 0);

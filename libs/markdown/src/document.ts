/**
 * A rendered text as a tree that travels: a string is text, `t` is an element's name, `p` its attributes (named as in
 * HTML), `c` what it holds. Only what `elements.ts` allows is in it; there is no raw HTML.
 */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  t: string;
  p?: Record<string, MarkdownValue> | undefined;
  c?: MarkdownNode[] | undefined;
}

export type MarkdownValue = string | number | boolean;

/** A heading that a table of contents links: its fragment, its words, and 2 or 3 for `<h2>` or `<h3>`. */
export interface MarkdownHeading {
  id: string;
  text: string;
  depth: 2 | 3;
}

/**
 * A node of a rendered document, serialisable as JSON: a string is text; `t` is an element's name, `p` its attributes
 * (named as in HTML), `c` its children. Contains only what `allowedElements` lists.
 */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  t: string;
  p?: Record<string, MarkdownValue> | undefined;
  c?: MarkdownNode[] | undefined;
}

export type MarkdownValue = string | number | boolean;

/** A heading for a table of contents. `depth` is 2 or 3 for `<h2>` or `<h3>`. */
export interface MarkdownHeading {
  id: string;
  text: string;
  depth: 2 | 3;
}

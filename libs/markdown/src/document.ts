/** A node of a rendered document: text, or an element's name `t`, attributes `p` (as in HTML) and children `c`. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  t: string;
  p?: Record<string, MarkdownValue> | undefined;
  c?: MarkdownNode[] | undefined;
}

export type MarkdownValue = string | number | boolean;

export interface MarkdownHeading {
  id: string;
  text: string;
  depth: 2 | 3;
}

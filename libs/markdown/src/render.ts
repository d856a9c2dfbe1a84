import rehypeSanitize from 'rehype-sanitize';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { hasRightToLeft, withDirections } from './directions.js';
import type { MarkdownHeading, MarkdownNode } from './document.js';
import { parse } from './parse.js';
import { type ImageOf, renderTree } from './render-tree.js';
import { schema } from './sanitise-schema.js';

const sanitise = unified()
  .use(remarkRehype, {
    clobberPrefix: '',
    footnoteBackLabel: (reference: number, times: number) => `${reference + 1}${times > 1 ? `-${times}` : ''}`,
  })
  .use(rehypeSanitize, schema)
  .freeze();

export interface RenderOptions {
  imageOf?: ImageOf;
}

export interface RenderedMarkdown {
  document: MarkdownNode[];
  headings: MarkdownHeading[];
}

/** Renders Markdown to a tree without raw HTML or scripts, and returns the headings for a table of contents. */
export function renderMarkdown(text: string, { imageOf = () => undefined }: RenderOptions = {}): RenderedMarkdown {
  const { document, headings } = renderTree(sanitise.runSync(parse(text)).children, imageOf);
  return { document: hasRightToLeft(text) ? withDirections(document) : document, headings };
}

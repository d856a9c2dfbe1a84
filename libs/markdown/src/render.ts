import rehypeSanitize from 'rehype-sanitize';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
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
  /** Looks up size, sources and placeholder of an image. */
  imageOf?: ImageOf;
}

export interface RenderedMarkdown {
  document: MarkdownNode[];
  headings: MarkdownHeading[];
}

/**
 * Renders Markdown (CommonMark with GitHub's tables, task lists, strikethrough, bare URLs and footnotes) to a tree, and
 * returns it with the headings of its table of contents. Raw HTML is removed; nothing in the tree can execute.
 */
export function renderMarkdown(text: string, { imageOf = () => undefined }: RenderOptions = {}): RenderedMarkdown {
  return renderTree(sanitise.runSync(parse(text)).children, imageOf);
}

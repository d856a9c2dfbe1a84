import rehypeSanitize from 'rehype-sanitize';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { MarkdownHeading, MarkdownNode } from './document.js';
import { draw, type ImageOf } from './draw.js';
import { parse } from './parse.js';
import { schema } from './sanitise-schema.js';

const sanitise = unified()
  .use(remarkRehype, {
    clobberPrefix: '',
    footnoteBackLabel: (reference: number, times: number) => `${reference + 1}${times > 1 ? `-${times}` : ''}`,
  })
  .use(rehypeSanitize, schema)
  .freeze();

export interface RenderOptions {
  /** What is known of the image of an address: nothing by default. */
  imageOf?: ImageOf;
}

export interface RenderedMarkdown {
  document: MarkdownNode[];
  headings: MarkdownHeading[];
}

/**
 * Markdown (CommonMark with GitHub's tables, task lists, strikethrough, bare addresses and footnotes) as a tree to draw,
 * and the headings of its contents. The one way from a text to a page, a preview, a feed or a mail: synchronous, without
 * a DOM, the same in Node and in a browser. Raw HTML is left out; nothing in the tree can execute.
 */
export function renderMarkdown(text: string, { imageOf = () => undefined }: RenderOptions = {}): RenderedMarkdown {
  return draw(sanitise.runSync(parse(text)).children, imageOf);
}

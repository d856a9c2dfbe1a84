import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { MarkdownHeading, MarkdownNode } from './document.js';
import { draw } from './draw.js';
import { schema } from './sanitise-schema.js';

const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, {
    clobberPrefix: '',
    footnoteBackLabel: (reference: number, times: number) => `${reference + 1}${times > 1 ? `-${times}` : ''}`,
  })
  .use(rehypeSanitize, schema)
  .freeze();

export interface RenderedMarkdown {
  document: MarkdownNode[];
  headings: MarkdownHeading[];
}

/**
 * Markdown (CommonMark with GitHub's tables, task lists, strikethrough, autolinks and footnotes) as a tree to draw, and
 * the headings of its contents. The one way from a text to a page, a preview, a feed or a mail: synchronous, without a
 * DOM, the same in Node and in a browser. Raw HTML is left out; nothing in the tree can execute. Never throws.
 */
export function renderMarkdown(text: string): RenderedMarkdown {
  const tree = pipeline.runSync(pipeline.parse(text));
  return draw(tree.children);
}

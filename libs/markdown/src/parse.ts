import type { Root } from 'mdast';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import remarkParse from 'remark-parse';
import { type Processor, unified } from 'unified';
import { withoutFrontMatter } from './front-matter.js';
import { parsingBounds } from './parsing-bounds.js';
import { trimTree } from './trim-tree.js';

/** Plugin like remark-gfm, except its links for bare URLs, whose parser takes quadratic time (see bare-links.ts). */
function gfm(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [
    gfmFootnote(),
    gfmStrikethroughCjkFriendly({ singleTilde: false }),
    gfmTable(),
    gfmTaskListItem(),
    // As the strikethrough: emphasis that ends with punctuation before a letter, in texts without spaces between words.
    cjkFriendlyExtension(),
    parsingBounds(),
  ];
  data.fromMarkdownExtensions = [
    gfmFootnoteFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
    gfmTableFromMarkdown(),
    gfmTaskListItemFromMarkdown(),
  ];
}

const parser = unified().use(remarkParse).use(gfm).freeze();

export function parse(text: string): Root {
  const tree = parser.parse(withoutFrontMatter(text)) as Root;
  trimTree(tree, text.length);
  return tree;
}

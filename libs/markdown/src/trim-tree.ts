import type { Nodes, Parents, PhrasingContent, Root, RootContent, Table } from 'mdast';
import { urlLimit } from './elements.js';
import { droppedWithContent, textsOfHtml } from './html-text.js';

/** Maximum cells of a table. The short rows of a table that would exceed it are not padded to its width. */
const cellLimit = 20_000;
/** Maximum characters that resolved `[references]` may add to a document, beside its own length. */
const referenceLimit = 100_000;

const isParent = (node: Nodes): node is Parents => 'children' in node;

/** Returns the name of the element that a tag opens and that is removed with what it contains. */
function droppedBy(tag: string): string | undefined {
  const name = /^<([a-z]+)\b/.exec(tag)?.[1];
  return name !== undefined && droppedWithContent.has(name) && !tag.endsWith('/>') ? name : undefined;
}

/** Removes the tags within a paragraph, and the content of elements such as scripts. `<br>` becomes a line break. */
function withoutTags(children: RootContent[]): RootContent[] {
  const result: RootContent[] = [];
  let until: string | undefined;
  for (const child of children) {
    if (child.type !== 'html') {
      if (until === undefined) result.push(child);
      continue;
    }
    const tag = child.value.toLowerCase();
    if (until !== undefined) {
      if (tag.startsWith(until)) until = undefined;
    } else if (/^<br\s*\/?>$/.test(tag)) result.push({ type: 'break' });
    else {
      const dropped = droppedBy(tag);
      if (dropped) until = `</${dropped}`;
    }
  }
  return result;
}

/**
 * Replaces blocks of HTML by their texts, a paragraph each. A block ends at a blank line, so that an element such as a script
 * may end in a later block: what is between is removed.
 */
function withoutBlocks(children: RootContent[]): RootContent[] {
  let until: string | undefined;
  return children.flatMap((child): RootContent[] => {
    if (child.type !== 'html') return until === undefined ? [child] : [];
    const html = child.value.toLowerCase();
    let from = 0;
    if (until !== undefined) {
      from = html.indexOf(until);
      if (from < 0) return [];
      until = undefined;
    }
    const block = child.value.slice(from);
    const opened = droppedBy(block.toLowerCase());
    if (opened && !html.includes(`</${opened}`)) until = `</${opened}`;
    return textsOfHtml(block).map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] }));
  });
}

/** Parents whose children are blocks. In all others they are parts of a line. */
const withBlocks: ReadonlySet<string> = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

function withoutHtml(parent: Parents): RootContent[] {
  const children = parent.children as RootContent[];
  if (!children.some((child) => child.type === 'html')) return children;
  return withBlocks.has(parent.type) ? withoutBlocks(children) : withoutTags(children);
}

/** Clears a huge table's column alignments, because short rows are padded to their number. */
function trimTable(table: Table): void {
  const columns = table.align?.length ?? 0;
  if (columns * table.children.length > cellLimit) table.align = null;
}

/** Removes raw HTML, of which the text stays, and limits what expands a text (references, tables). @param length characters of the text */
export function trimTree(root: Root, length: number): void {
  const urls = new Map<string, number>();
  const parents: Parents[] = [];
  const collect: Nodes[] = [root];
  for (let node = collect.pop(); node; node = collect.pop()) {
    if (node.type === 'definition') {
      if (node.url.length > urlLimit) node.url = '';
      if (!urls.has(node.identifier)) urls.set(node.identifier, node.url.length + (node.title?.length ?? 0));
    } else if ((node.type === 'link' || node.type === 'image') && node.url.length > urlLimit) node.url = '';
    if (!isParent(node)) continue;
    parents.push(node);
    for (const child of node.children) collect.push(child);
  }
  let budget = length + referenceLimit;
  const withinBudget = (child: RootContent): RootContent[] => {
    if (child.type !== 'linkReference' && child.type !== 'imageReference') return [child];
    budget -= urls.get(child.identifier) ?? 0;
    if (budget >= 0) return [child];
    return child.type === 'imageReference' ? [{ type: 'text', value: child.alt ?? '' }] : child.children;
  };
  for (const parent of parents) {
    if (parent.type === 'table') trimTable(parent);
    parent.children = withoutHtml(parent).flatMap(withinBudget) as PhrasingContent[];
  }
}

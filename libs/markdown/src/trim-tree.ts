import type { Nodes, Parents, PhrasingContent, Root, RootContent, Table } from 'mdast';
import { URL_LIMIT } from './elements.js';

/** A table with more cells, once its short rows are filled up, keeps its rows as short as they were written. */
const CELL_LIMIT = 20_000;
/** How much the addresses of `[references]` may add to a document, in characters beside its own length. */
const REFERENCE_LIMIT = 100_000;

/** What these hold was written for a browser's parser, never for a reader. */
const hidden = /^<(script|style|template|iframe|object|svg|math|noscript|textarea|title)\b/i;

const isParent = (node: Nodes): node is Parents => 'children' in node;

/** Leaves out raw HTML: its tags, and what stands between the tags of a script. `<br>` breaks the line. */
function withoutHtml(children: RootContent[]): RootContent[] {
  if (!children.some((child) => child.type === 'html')) return children;
  const kept: RootContent[] = [];
  let until: string | undefined;
  for (const child of children) {
    if (child.type !== 'html') {
      if (until === undefined) kept.push(child);
      continue;
    }
    const tag = child.value.toLowerCase();
    if (until !== undefined) {
      if (tag.startsWith(until)) until = undefined;
    } else if (/^<br\s*\/?>$/.test(tag)) kept.push({ type: 'break' });
    else {
      const opened = hidden.exec(tag)?.[1];
      // A block of HTML is one node, with its end in it.
      if (opened && !tag.endsWith('/>') && !tag.includes(`</${opened}`)) until = `</${opened}`;
    }
  }
  return kept;
}

/** A row is filled up with empty cells to the width that the table's alignments state. */
function trimTable(table: Table): void {
  const columns = table.align?.length ?? 0;
  if (columns * table.children.length > CELL_LIMIT) table.align = null;
}

/**
 * Takes out of a tree what a few characters can make long: rows of empty cells, one address behind thousands of
 * references, addresses that no view would draw. And raw HTML.
 */
export function trimTree(root: Root, length: number): void {
  const urls = new Map<string, number>();
  const parents: Parents[] = [];
  const collect: Nodes[] = [root];
  for (let node = collect.pop(); node; node = collect.pop()) {
    if (node.type === 'definition') {
      if (node.url.length > URL_LIMIT) node.url = '';
      if (!urls.has(node.identifier)) urls.set(node.identifier, node.url.length + (node.title?.length ?? 0));
    } else if ((node.type === 'link' || node.type === 'image') && node.url.length > URL_LIMIT) node.url = '';
    if (!isParent(node)) continue;
    parents.push(node);
    for (const child of node.children) collect.push(child);
  }
  let left = length + REFERENCE_LIMIT;
  const affordable = (child: RootContent): RootContent[] => {
    if (child.type !== 'linkReference' && child.type !== 'imageReference') return [child];
    left -= urls.get(child.identifier) ?? 0;
    if (left >= 0) return [child];
    return child.type === 'imageReference' ? [{ type: 'text', value: child.alt ?? '' }] : child.children;
  };
  for (const parent of parents) {
    if (parent.type === 'table') trimTable(parent);
    parent.children = withoutHtml(parent.children as RootContent[]).flatMap(affordable) as PhrasingContent[];
  }
}

import type { Nodes, Parents, PhrasingContent, Root, RootContent, Table } from 'mdast';
import { urlLimit } from './elements.js';

/** Maximum cells of a table. The short rows of a table that would exceed it are not padded to its width. */
const cellLimit = 20_000;
/** Maximum characters that resolved `[references]` may add to a document, beside its own length. */
const referenceLimit = 100_000;

/** Matches the start tags of elements that are removed together with what they contain, such as a script's code. */
const droppedWithContent = /^<(script|style|template|iframe|object|svg|math|noscript|textarea|title)\b/i;

const isParent = (node: Nodes): node is Parents => 'children' in node;

/** Removes raw HTML: tags, and the content of elements such as scripts. `<br>` becomes a line break. */
function withoutHtml(children: RootContent[]): RootContent[] {
  if (!children.some((child) => child.type === 'html')) return children;
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
      const opened = droppedWithContent.exec(tag)?.[1];
      // An HTML block is one node that includes its end tag.
      if (opened && !tag.endsWith('/>') && !tag.includes(`</${opened}`)) until = `</${opened}`;
    }
  }
  return result;
}

/** Clears a huge table's column alignments, because short rows are padded to their number. */
function trimTable(table: Table): void {
  const columns = table.align?.length ?? 0;
  if (columns * table.children.length > cellLimit) table.align = null;
}

/** Removes raw HTML and limits what expands a text (references, tables). @param length characters of the text */
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
    parent.children = withoutHtml(parent.children as RootContent[]).flatMap(withinBudget) as PhrasingContent[];
  }
}

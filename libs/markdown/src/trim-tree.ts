import type { Nodes, Parents, PhrasingContent, Root, RootContent, Table } from 'mdast';
import { urlLimit } from './elements.js';
import { droppedWithContent, isElement, textsOfHtml } from './html-text.js';

/** Maximum cells of a table. The short rows of a table that would exceed it are not padded to its width. */
const cellLimit = 20_000;
/** Maximum characters that resolved `[references]` may add to a document, beside its own length. */
const referenceLimit = 100_000;

const isParent = (node: Nodes): node is Parents => 'children' in node;

/** Matches a tag in lower case: whether it is an end tag, and its name. */
const tagName = /^<(\/?)([a-z][a-z0-9-]*)/;

/** Returns the index of the last child with an end tag, by element, of the elements that are removed with what they contain. */
function lastEnds(children: readonly RootContent[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const [index, child] of children.entries()) {
    for (const part of child.type === 'paragraph' ? child.children : [child]) {
      if (part.type !== 'html' || !part.value.includes('</')) continue;
      const html = part.value.toLowerCase();
      for (const element of droppedWithContent) if (html.includes(`</${element}`)) ends.set(element, index);
    }
  }
  return ends;
}

/** Returns what follows an end tag in a paragraph; undefined if it has none. @param endTag its beginning, in lower case */
function afterEnd(block: RootContent, endTag: string): RootContent | undefined {
  if (block.type !== 'paragraph') return undefined;
  const end = block.children.findIndex(
    ({ type, ...part }) => type === 'html' && 'value' in part && part.value.toLowerCase().startsWith(endTag),
  );
  return end < 0 ? undefined : { ...block, children: block.children.slice(end + 1) };
}

/**
 * Removes the tags within a paragraph, and the content of elements such as scripts, if their end tags follow. `<br>` becomes a line
 * break, and what HTML has no element for, such as `<your-name>`, is text.
 */
function withoutTags(children: RootContent[]): RootContent[] {
  const result: RootContent[] = [];
  const ends = lastEnds(children);
  let until: string | undefined;
  for (const [index, child] of children.entries()) {
    if (child.type !== 'html') {
      if (until === undefined) result.push(child);
      continue;
    }
    const tag = child.value.toLowerCase();
    if (until !== undefined) {
      if (tag.startsWith(until)) until = undefined;
    } else if (/^<br\s*\/?>$/.test(tag)) result.push({ type: 'break' });
    else {
      const [, slash, name] = tagName.exec(tag) ?? [];
      if (name === undefined) continue;
      if (!isElement(name)) result.push({ type: 'text', value: child.value });
      else if (!slash && !tag.endsWith('/>') && (ends.get(name) ?? -1) > index) until = `</${name}`;
    }
  }
  return result;
}

/**
 * Replaces blocks of HTML by their texts, a paragraph each. A block ends at a blank line, so that an element such as a script
 * may end in a later block: what is between is removed.
 */
function withoutBlocks(children: RootContent[]): RootContent[] {
  const ends = lastEnds(children);
  let until: string | undefined;
  return children.flatMap((child, index): RootContent[] => {
    if (child.type !== 'html') {
      const rest = until === undefined ? child : afterEnd(child, until);
      if (rest) until = undefined;
      return rest ? [rest] : [];
    }
    const from = until === undefined ? 0 : child.value.toLowerCase().indexOf(until);
    if (from < 0) return [];
    const { texts, open } = textsOfHtml(child.value.slice(from), (element) => (ends.get(element) ?? -1) > index);
    until = open && `</${open}`;
    return texts.map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] }));
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

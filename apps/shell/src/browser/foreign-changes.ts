/** Stands where a text node was that a translator took out of the page. */
const standIns = new WeakMap<Node, Node>();

/** Returns the child of `parent` that contains `child`, or what stands in its place; undefined if the page has neither. */
function placeOf(parent: Node, child: Node): Node | undefined {
  let node: Node | undefined = child;
  while (node && !parent.contains(node)) node = standIns.get(node);
  while (node && node.parentNode !== parent) node = node.parentNode ?? undefined;
  return node;
}

/** Remembers what stands in place of a removed text: it came with the same changes, instead of the text or beside it. */
function recordRemoval(record: MutationRecord, added: ReadonlySet<Node>, observer: MutationObserver): void {
  const beside = [...record.addedNodes, record.previousSibling, record.nextSibling];
  const standIn = beside.find((node) => node && added.has(node));
  for (const removed of record.removedNodes) {
    if (!(removed instanceof Text) || !standIn) continue;
    standIns.set(removed, standIn);
    // A chain of stand-ins never returns to where it began.
    standIns.delete(standIn);
    observer.observe(removed, { characterData: true });
  }
}

/** Puts a text that React has changed back into the page, in place of the translation of what it said before. */
function putBack(text: Text): void {
  let node: Node | undefined = text;
  while (node && !node.isConnected) node = standIns.get(node);
  if (node === text || !(node instanceof Element)) return;
  standIns.delete(text);
  node.replaceWith(text);
}

function onChanges(records: MutationRecord[], observer: MutationObserver): void {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element));
  for (const record of records) {
    if (record.type === 'characterData') putBack(record.target as Text);
    else if (added.size > 0) recordRemoval(record, added, observer);
  }
}

/**
 * Lets React go on where a translator or an extension of the browser has changed its nodes. A translator puts each text into an
 * element of its own, around the text node or instead of it. React still holds the text node: to remove it, or to insert
 * something before it, would throw a NotFoundError and replace the part of the page by an error, after a form was sent; to
 * change it would change nothing that can be seen. React leaves this to the page (facebook/react#11538).
 */
export function tolerateForeignChanges(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    // Without a place in the page, it is gone already.
    const place = placeOf(this, child);
    if (place) removeChild.call(this, place);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const place = before && before.parentNode !== this ? (placeOf(this, before) ?? null) : before;
    return insertBefore.call(this, node, place) as T;
  };
  new MutationObserver(onChanges).observe(document.documentElement, { childList: true, subtree: true });
}

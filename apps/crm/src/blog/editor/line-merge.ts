import { diffArrays } from 'diff';

/** Number of changed lines above which two texts count as entirely different, because comparing takes seconds. */
const maxEditLength = 2_000;

interface Change {
  /** Index of the first replaced line of the base; `to` is exclusive. */
  from: number;
  to: number;
  lines: string[];
}

function changesOf(base: readonly string[], next: readonly string[]): Change[] {
  const parts = diffArrays([...base], [...next], { maxEditLength });
  if (!parts) return [{ from: 0, to: base.length, lines: [...next] }];
  const changes: Change[] = [];
  let at = 0;
  let open: Change | undefined;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      at += value.length;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { from: at, to: at, lines: [] };
      changes.push(open);
    }
    if (added) open.lines.push(...value);
    else {
      at += value.length;
      open.to = at;
    }
  }
  return changes;
}

function common(mine: readonly string[], theirs: readonly string[]): string[] {
  const parts = diffArrays([...theirs], [...mine], { maxEditLength }) ?? [];
  return parts.flatMap(({ added, removed, value }) => (added || removed ? [] : value));
}

/**
 * Merges two edited versions of a text by lines. Where both changed the same lines differently, `mine` is followed by
 * `theirs`. `base`: the text that both began with; if null (unknown), no line of either is dropped.
 */
export function mergeLines(base: string | null, mine: string, theirs: string): string {
  const [own, other] = [mine.split('\n'), theirs.split('\n')];
  const start = base === null ? common(own, other) : base.split('\n');
  const [left, right] = [changesOf(start, own), changesOf(start, other)];
  const result: string[] = [];
  let at = 0;
  for (;;) {
    const first = [left[0], right[0]].filter((change) => change !== undefined).sort(byPlace)[0];
    if (!first) break;
    const { from } = first;
    let { to } = first;
    // Changes that overlap, or insert at the same line, form one group.
    const joins = (change: Change) =>
      change === first || change.from < to || (to === from && change.from === from && change.to === from);
    const taken: { left: Change[]; right: Change[] } = { left: [], right: [] };
    for (let grown = true; grown; ) {
      const [side, changes] = left[0] && joins(left[0]) ? (['left', left] as const) : (['right', right] as const);
      const next = changes[0];
      grown = next !== undefined && joins(next);
      if (!next || !grown) break;
      taken[side].push(next);
      changes.shift();
      to = Math.max(to, next.to);
    }
    result.push(...start.slice(at, from));
    const mineHere = rewritten(start, from, to, taken.left);
    const theirsHere = rewritten(start, from, to, taken.right);
    if (taken.right.length === 0 || same(mineHere, theirsHere)) result.push(...mineHere);
    else if (taken.left.length === 0) result.push(...theirsHere);
    else result.push(...mineHere, ...theirsHere);
    at = to;
  }
  return [...result, ...start.slice(at)].join('\n');
}

/** Sorts changes by first line; an insertion before a line precedes a replacement of the line. */
const byPlace = (one: Change, other: Change) => one.from - other.from || one.to - other.to;

const same = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');

/** Returns lines `from` to `to` (exclusive) of the base with the changes applied. */
function rewritten(base: readonly string[], from: number, to: number, changes: readonly Change[]): string[] {
  const lines: string[] = [];
  let at = from;
  for (const change of changes) {
    lines.push(...base.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return [...lines, ...base.slice(at, to)];
}

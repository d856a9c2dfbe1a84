import { diffArrays } from 'diff';

/** Beyond this many differences the middle of a text counts as written anew: finding the least would take seconds. */
const maxEditLength = 2_000;

interface Change {
  /** Lines of the base that it replaces. */
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

/** What two texts have in common, line by line. */
function common(mine: readonly string[], theirs: readonly string[]): string[] {
  const parts = diffArrays([...theirs], [...mine], { maxEditLength }) ?? [];
  return parts.flatMap(({ added, removed, value }) => (added || removed ? [] : value));
}

/**
 * Two texts in one, line by line: what only one side changed is taken; where both changed the same lines, what was
 * written here stands first and what was saved after it.
 * @param base what both began with; null: not known, then nothing of either is left out
 */
export function merged(base: string | null, mine: string, theirs: string): string {
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
    // Changes that overlap, and two insertions at one place, are decided together.
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

/** At one place an insertion comes before what replaces the line behind it. */
const byPlace = (one: Change, other: Change) => one.from - other.from || one.to - other.to;

const same = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');

/** Lines `from` to `to` of the base with some changes made. */
function rewritten(base: readonly string[], from: number, to: number, changes: readonly Change[]): string[] {
  const lines: string[] = [];
  let at = from;
  for (const change of changes) {
    lines.push(...base.slice(at, change.from), ...change.lines);
    at = change.to;
  }
  return [...lines, ...base.slice(at, to)];
}

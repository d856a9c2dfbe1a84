import { diffArrays, diffWordsWithSpace } from 'diff';

/** Milliseconds after which a comparison of two texts (`wordTime`: lines) ends: all then counts as changed. */
const lineTime = 1_000;
const wordTime = 50;
/** Share of the longer line that both lines must have in common to be compared by words. */
const likeness = 0.3;

export interface DiffPart {
  text: string;
  /** The other line lacks this text. */
  changed: boolean;
}

/** A line only in the first text (`old`), only in the second (`new`) or in both (`same`). */
export interface DiffLine {
  kind: 'same' | 'old' | 'new';
  parts: readonly DiffPart[];
}

const whole = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, parts: [{ text, changed: false }] });

/** Compares two texts by lines, and similar replaced lines by words. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes = diffArrays(old, now, { timeout: lineTime }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  const lines: DiffLine[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const { value, removed, added } = changes[at]!;
    const next = changes[at + 1];
    if (removed && next?.added) {
      lines.push(...diffBlock(value, next.value));
      at += 1;
    } else for (const text of value) lines.push(whole(removed ? 'old' : added ? 'new' : 'same', text));
  }
  return lines;
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\r\n?/g, '\n').split('\n'));

/** Compares replaced lines in pairs, in their order. Returns all old lines first. */
function diffBlock(old: readonly string[], now: readonly string[]): DiffLine[] {
  const removed = old.map((text) => whole('old', text));
  const added = now.map((text) => whole('new', text));
  for (let at = 0; at < Math.min(old.length, now.length); at += 1) {
    const words = diffWords(old[at]!, now[at]!);
    if (!words) continue;
    removed[at] = { kind: 'old', parts: words.old };
    added[at] = { kind: 'new', parts: words.now };
  }
  return [...removed, ...added];
}

/** Compares two lines by words. Undefined if they have too little in common or it takes too long. */
export function diffWords(before: string, after: string): { old: DiffPart[]; now: DiffPart[] } | undefined {
  const changes = diffWordsWithSpace(before, after, { timeout: wordTime });
  if (!changes) return undefined;
  const common = changes.reduce((sum, { value, added, removed }) => sum + (added || removed ? 0 : value.length), 0);
  if (common < likeness * Math.max(before.length, after.length)) return undefined;
  return {
    old: changes.flatMap(({ value, added, removed }) => (added ? [] : [{ text: value, changed: removed }])),
    now: changes.flatMap(({ value, added, removed }) => (removed ? [] : [{ text: value, changed: added }])),
  };
}

export interface Fold {
  kind: 'fold';
  lines: readonly DiffLine[];
}

/** Keeps `context` unchanged lines around each change; folds the others where at least three follow each other. */
export function foldSame(lines: readonly DiffLine[], context = 3): (DiffLine | Fold)[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== 'same'),
  );
  const shown: (DiffLine | Fold)[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const end = near.indexOf(true, at);
    const far = lines.slice(at, end < 0 ? lines.length : end);
    if (far.length > 2) {
      shown.push({ kind: 'fold', lines: far });
      at += far.length - 1;
    } else shown.push(lines[at]!);
  }
  return shown;
}

import { diffArrays, diffWordsWithSpace } from 'diff';

/** Milliseconds that a comparison may take; texts that have nothing in common are then shown one after the other. */
const lineTime = 1_000;
const wordTime = 50;
/** Of a pair of lines: the part of letters they have to share for their words to be compared. */
const likeness = 0.3;

export interface DiffPart {
  text: string;
  /** Not in the other line. */
  changed: boolean;
}

/** A line of either text. `old` and `new` come without their other half, `same` is in both. */
export interface DiffLine {
  kind: 'same' | 'old' | 'new';
  parts: readonly DiffPart[];
}

const whole = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, parts: [{ text, changed: false }] });

/** How a text became another one, line by line; in lines that were rewritten the words that differ are marked. */
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

/** Lines that were replaced by others: each is compared with the one that stands in its place. */
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

/** Two lines by their words; undefined where they have too little in common to be the same line rewritten. */
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

/** Lines that are the same and stand too far from a change to tell anything of it. */
export interface Fold {
  kind: 'fold';
  lines: readonly DiffLine[];
}

/** Leaves `context` lines round each change, and folds the others away where that saves more than a line. */
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

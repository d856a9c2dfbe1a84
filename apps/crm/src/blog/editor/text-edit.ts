/** A replacement of `from` to `to` (exclusive) in a text. Positions count UTF-16 units. */
export interface TextEdit {
  from: number;
  to: number;
  text: string;
  /** The selection after the replacement. */
  selectFrom: number;
  selectTo: number;
}

export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** Puts `before` and `after` around the selection or a placeholder; removes them if they are there and equal. */
export function wrapped({ text, start, end }: Selected, before: string, after: string, placeholder: string): TextEdit {
  const selected = text.slice(start, end);
  const words = selected.trim();
  const from = words ? start + selected.indexOf(words) : start;
  if (words && before === after && isMarked(text, from, from + words.length, before)) {
    const selectFrom = from - before.length;
    const to = from + words.length + after.length;
    return { from: selectFrom, to, text: words, selectFrom, selectTo: selectFrom + words.length };
  }
  const inner = words || placeholder;
  return {
    from,
    to: words ? from + words.length : end,
    text: before + inner + after,
    selectFrom: from + before.length,
    selectTo: from + before.length + inner.length,
  };
}

/** Returns whether `mark` encloses a range. A star is not half of `**`, but `***` is both marks. */
function isMarked(text: string, from: number, to: number, mark: string): boolean {
  const sign = mark[0]!;
  let left = 0;
  while (text[from - 1 - left] === sign) left += 1;
  let right = 0;
  while (text[to + right] === sign) right += 1;
  const both = Math.min(left, right);
  return mark === '*' ? both % 2 === 1 : both >= mark.length;
}

/** Puts `mark(n)` before the nth selected non-blank line (from 0) or, without selection, before the placeholder. */
export function prefixed(
  { text, start, end }: Selected,
  mark: (line: number) => string,
  placeholder: string,
): TextEdit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = (at: number) => (text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at));
  if (!text.slice(start, end).trim()) {
    const above = text.slice(lineStart, start).trim() ? '\n\n' : '';
    const below = text.slice(end, lineEnd(end)).trim() ? '\n\n' : '';
    const begin = above + mark(0);
    const selectFrom = start + begin.length;
    return {
      from: start,
      to: end,
      text: begin + placeholder + below,
      selectFrom,
      selectTo: selectFrom + placeholder.length,
    };
  }
  // If the selection ends with a line break, the next line is not part of it.
  const to = lineEnd(text[end - 1] === '\n' ? end - 1 : end);
  let count = 0;
  const lines = text
    .slice(lineStart, to)
    .split('\n')
    .map((line) => (line.trim() ? mark(count++) + line : line))
    .join('\n');
  return { from: lineStart, to, text: lines, selectFrom: lineStart, selectTo: lineStart + lines.length };
}

export function insertedAt(at: number, text: string): TextEdit {
  return { from: at, to: at, text, selectFrom: at + text.length, selectTo: at + text.length };
}

/** Returns the edit that appends a text after a blank line, in place of trailing blanks (specification, section 2). */
export function appended(text: string, added: string): TextEdit {
  const kept = text.trimEnd().length;
  const block = `${kept ? '\n\n' : ''}${added}`;
  return { from: kept, to: text.length, text: block, selectFrom: kept + block.length, selectTo: kept + block.length };
}

/** Returns the line ends that are missing for a blank line. @param has whether the text beside it has so many */
const missingBreaks = (has: (breaks: string) => boolean) => (has('\n\n') ? '' : has('\n') ? '\n' : '\n\n');

/** Returns the edit that inserts a line as its own paragraph, with blank lines around it. */
export function paragraphAt(text: string, at: number, line: string): TextEdit {
  const before = text.slice(0, at);
  const behind = text.slice(at);
  const above = before.trim() ? missingBreaks((breaks) => before.endsWith(breaks)) : '';
  const below = behind.trim() ? missingBreaks((breaks) => behind.startsWith(breaks)) : '';
  const block = `${above}${line}${below}`;
  const caret = at + above.length + line.length;
  return { from: at, to: at, text: block, selectFrom: caret, selectTo: caret };
}

/** Returns the edit that undoes `paragraphAt`'s edit `put` after further typing; null if the line is gone. */
export function withoutParagraph(text: string, line: string, put: Pick<TextEdit, 'text'>): TextEdit | null {
  const at = text.indexOf(line);
  if (at < 0) return null;
  const [above = '', below = ''] = put.text.split(line);
  const from = text.slice(0, at).endsWith(above) ? at - above.length : at;
  const behind = text.slice(at + line.length);
  // At the beginning of the text, the line breaks before the next paragraph go as well.
  const gone = from === 0 && above === '' ? /^\n*/.exec(behind)![0] : behind.startsWith(below) ? below : '';
  return { from, to: at + line.length + gone.length, text: '', selectFrom: from, selectTo: from };
}

/** Returns where a position is after an edit. Positions inside the replaced range move to its new end. */
export function movedBy(place: number, { from, to, text }: Pick<TextEdit, 'from' | 'to' | 'text'>): number {
  if (place <= from) return place;
  return place >= to ? place + text.length - (to - from) : from + text.length;
}

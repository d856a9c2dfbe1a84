import { type DiffLine, diffTexts, diffWords, foldSame } from './text-diff.js';

const signs = { same: ' ', old: '-', new: '+' };
/** Formats a diff, with changes within a line in brackets. */
const written = (lines: readonly DiffLine[]) =>
  lines.map(
    ({ kind, parts }) => signs[kind] + parts.map(({ text, changed }) => (changed ? `[${text}]` : text)).join(''),
  );

test('marks added, removed and unchanged lines', () => {
  expect(written(diffTexts('a\nb\nc', 'a\nc\nd'))).toEqual([' a', '-b', ' c', '+d']);
  expect(written(diffTexts('', 'a\n\nb'))).toEqual(['+a', '+', '+b']);
  expect(written(diffTexts('a', ''))).toEqual(['-a']);
});

test('marks the changed words within a changed line', () => {
  expect(written(diffTexts('Keep both numbers in mind.', 'Keep both numbers in the commit.'))).toEqual([
    '-Keep both numbers in [mind].',
    '+Keep both numbers in [the commit].',
  ]);
});

test('shows lines with nothing in common as removed and added, without marked words', () => {
  expect(diffWords('Start with the plan', 'xyz')).toBeUndefined();
  expect(written(diffTexts('Start with the plan', 'xyz'))).toEqual(['-Start with the plan', '+xyz']);
});

test('ignores the difference between CRLF and LF', () => {
  expect(written(diffTexts('a\r\nb', 'a\nb'))).toEqual([' a', ' b']);
});

test('folds lines far from a change if that saves lines', () => {
  const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`);
  const changed = lines.with(10, 'another');
  const folded = foldSame(diffTexts(lines.join('\n'), changed.join('\n')));
  expect(folded.map((part) => (part.kind === 'fold' ? part.lines.length : part.kind))).toEqual([
    7,
    ...['same', 'same', 'same', 'old', 'new', 'same', 'same', 'same'],
    6,
  ]);
  expect(foldSame(diffTexts('a\nb\nc\nd', 'a\nb\nc\nD'))).toHaveLength(5);
  expect(foldSame([])).toEqual([]);
});

import { appended, insertedAt, movedBy, paragraphAt, type TextEdit, withoutParagraph } from './text-edit.js';
import { structure, type ToolbarAction, textFormatting } from './toolbar-actions.js';

/** Parses a text in which '|' marks the caret, or two of them a selection. */
function parse(marked: string) {
  const start = marked.indexOf('|');
  const end = marked.lastIndexOf('|');
  return { text: marked.replaceAll('|', ''), start, end: end === start ? end : end - 1 };
}

function show(text: string, { from, to, text: added, selectFrom, selectTo }: TextEdit): string {
  const after = text.slice(0, from) + added + text.slice(to);
  const marks = selectFrom === selectTo ? '|' : `|${after.slice(selectFrom, selectTo)}|`;
  return after.slice(0, selectFrom) + marks + after.slice(selectTo);
}

const all = [...textFormatting, ...structure];
const actionOf = (label: string): ToolbarAction => all.find((action) => action.label === label)!;

test.each([
  ['Bold', '|', '**|bold text|**'],
  ['Bold', 'a |word| here', 'a **|word|** here'],
  ['Bold', 'a |word |here', 'a **|word|** here'],
  ['Bold', 'a **|word|** here', 'a |word| here'],
  ['Bold', 'a *|word|* here', 'a ***|word|*** here'],
  ['Italic', 'a **|word|** here', 'a ***|word|*** here'],
  ['Italic', 'a ***|word|*** here', 'a **|word|** here'],
  ['Inline Code', '`|x = 1|`', '|x = 1|'],
  ['Italic', 'so |', 'so *|italic text|*'],
  ['Inline Code', '|x = 1|', '`|x = 1|`'],
  ['Inline Code', '|', '`|code|`'],
  ['Link', '|', '[|link text|](https://example.com)'],
  ['Link', 'see |this|.', 'see [|this|](https://example.com).'],
  ['Heading 1', '|', '# |Heading 1|'],
  ['Heading 2', 'Above|', 'Above\n\n## |Heading 2|'],
  ['Heading 3', '|below', '### |Heading 3|\n\nbelow'],
  ['Heading 2', 'one\ntw|o| three', 'one\n|## two three|'],
  ['Bullet List', '|', '- |List item|'],
  ['Bullet List', '|one\ntwo|', '|- one\n- two|'],
  ['Bullet List', '|one\n|two', '|- one|\ntwo'],
  ['Numbered List', '|one\n\ntwo|', '|1. one\n\n2. two|'],
  ['Numbered List', '|', '1. |List item|'],
  ['Quote', 'o|ne\ntw|o', '|> one\n> two|'],
  ['Quote', '|', '> |Quote|'],
])('applies %s to %j: %j', (label, before, after) => {
  const selected = parse(before);
  expect(show(selected.text, actionOf(label).edit(selected))).toBe(after);
});

test.each([
  ['', 'image', 'image|'],
  ['Text', 'image', 'Text\n\nimage|'],
  ['Text \n\n\n', 'image', 'Text\n\nimage|'],
])('appends text to %j after a blank line', (text, added, after) => {
  expect(show(text, appended(text, added))).toBe(after);
});

test('places the caret after inserted text', () => {
  expect(show('ab', insertedAt(1, 'X'))).toBe('aX|b');
});

test.each([
  ['a|b', 'a\n\nL|\n\nb'],
  ['a\n|\nb', 'a\n\nL|\n\nb'],
  ['a\n\n|', 'a\n\nL|'],
  ['|', 'L|'],
  ['|b', 'L|\n\nb'],
])('inserts a pasted image as a paragraph in %j, and removing it restores the text', (marked, after) => {
  const { text, start } = parse(marked);
  const put = paragraphAt(text, start, 'L');
  expect(show(text, put)).toBe(after);
  const held = after.replace('|', '');
  expect(show(held, withoutParagraph(held, 'L', put)!).replace('|', '')).toBe(text);
});

test('removes the first of several images with its blank line, and returns null for a removed one', () => {
  expect(show('L\n\nM', withoutParagraph('L\n\nM', 'L', { text: 'L' })!)).toBe('|M');
  expect(withoutParagraph('M', 'L', { text: 'L' })).toBeNull();
});

test('moves a position along with edits before it', () => {
  const edit = { from: 2, to: 5, text: 'x' };
  expect([0, 2, 4, 5, 9].map((place) => movedBy(place, edit))).toEqual([0, 2, 3, 3, 7]);
});

import { movedBy, type TextEdit } from './text-edit.js';

/**
 * Makes an edit as if it had been typed: the browser's own Undo takes it back, which setting the value would end. Where
 * there is no such command, or the field is not on the screen, the value is changed all the same.
 */
function replace(area: HTMLTextAreaElement, { from, to, text }: TextEdit): void {
  const length = area.value.length - (to - from) + text.length;
  area.setSelectionRange(from, to);
  const command = text === '' ? 'delete' : 'insertText';
  const focused = area.ownerDocument.activeElement === area;
  // Deprecated, and the one way there is: https://github.com/w3c/editing/issues/207
  if (focused && area.ownerDocument.execCommand?.(command, false, text) && area.value.length === length) return;
  area.setRangeText(text, from, to);
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** Makes an edit where somebody is writing: the text has the focus after it. */
export function applyEdit(area: HTMLTextAreaElement, edit: TextEdit): void {
  area.focus({ preventScroll: true });
  replace(area, edit);
  area.setSelectionRange(edit.selectFrom, edit.selectTo);
}

/** Makes an edit behind somebody's back: focus, selection and place stay as they are. */
export function applyQuietly(area: HTMLTextAreaElement, edit: TextEdit): void {
  const { selectionStart, selectionEnd, scrollTop } = area;
  const active = area.ownerDocument.activeElement;
  area.focus({ preventScroll: true });
  replace(area, edit);
  area.setSelectionRange(movedBy(selectionStart, edit), movedBy(selectionEnd, edit));
  area.scrollTop = scrollTop;
  if (active instanceof HTMLElement && active !== area) active.focus({ preventScroll: true });
}

/** What a textarea holds and what is selected in it. */
export function selectedIn(area: HTMLTextAreaElement) {
  return { text: area.value, start: area.selectionStart, end: area.selectionEnd };
}

import { movedBy, type TextEdit } from './text-edit.js';

/**
 * Replaces text as if it was typed, so that the browser's Undo works, which setting the value breaks. Sets the value where
 * the browser refuses, or the field is hidden.
 */
function replace(area: HTMLTextAreaElement, { from, to, text }: TextEdit): void {
  const length = area.value.length - (to - from) + text.length;
  area.setSelectionRange(from, to);
  const command = text === '' ? 'delete' : 'insertText';
  const focused = area.ownerDocument.activeElement === area;
  // Deprecated, but without alternative: https://github.com/w3c/editing/issues/207
  if (focused && area.ownerDocument.execCommand?.(command, false, text) && area.value.length === length) return;
  area.setRangeText(text, from, to);
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** Makes an edit, and focuses the text. */
export function applyEdit(area: HTMLTextAreaElement, edit: TextEdit): void {
  area.focus({ preventScroll: true });
  replace(area, edit);
  area.setSelectionRange(edit.selectFrom, edit.selectTo);
}

/** Makes an edit without moving focus, selection and scroll position. */
export function applyQuietly(area: HTMLTextAreaElement, edit: TextEdit): void {
  const { selectionStart, selectionEnd, scrollTop } = area;
  const active = area.ownerDocument.activeElement;
  area.focus({ preventScroll: true });
  replace(area, edit);
  area.setSelectionRange(movedBy(selectionStart, edit), movedBy(selectionEnd, edit));
  area.scrollTop = scrollTop;
  if (active instanceof HTMLElement && active !== area) active.focus({ preventScroll: true });
}

export function selectedIn(area: HTMLTextAreaElement) {
  return { text: area.value, start: area.selectionStart, end: area.selectionEnd };
}

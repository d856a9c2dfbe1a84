import { movedBy, type TextEdit } from './text-edit.js';

/** Replaces text as if it was typed, so that the browser's Undo works; sets it directly if the browser refuses. */
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

/** Applies an edit to the focused text, and selects what the edit says. */
export function applyEdit(area: HTMLTextAreaElement, edit: TextEdit): void {
  area.focus({ preventScroll: true });
  replace(area, edit);
  area.setSelectionRange(edit.selectFrom, edit.selectTo);
}

/** Applies an edit and restores the user's focus, selection and scroll position. */
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

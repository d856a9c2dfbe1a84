import { isTypingTarget } from './typing-target.js';

/** Returns whether a keydown may be a single-key shortcut: unhandled, no Ctrl, Meta or Alt, not in a text field. */
export function isShortcutPress(event: {
  defaultPrevented: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  target: EventTarget | null;
}): boolean {
  return !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !isTypingTarget(event.target);
}

/** Focuses and clicks the control in `root` with this `data-shortcut`. @returns false if there is no enabled one */
export function pressShortcut(root: Element, key: string): boolean {
  if (key.length !== 1) return false;
  const controls = [...root.querySelectorAll<HTMLElement>('[data-shortcut]')];
  const control = controls.find(({ dataset }) => dataset.shortcut === key.toLowerCase());
  if (!control || control.matches(':disabled, [aria-disabled="true"]')) return false;
  control.focus();
  control.click();
  return true;
}

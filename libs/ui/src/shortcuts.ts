import { isTypingTarget } from './typing-target.js';

/** Whether a key press is a plain one outside fields and not taken yet: then single keys are shortcuts. */
export function isShortcutPress(event: {
  defaultPrevented: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  target: EventTarget | null;
}): boolean {
  return !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !isTypingTarget(event.target);
}

/** Presses the control inside `root` that carries this key as its `data-shortcut`. False where there is none. */
export function pressShortcut(root: Element, key: string): boolean {
  if (key.length !== 1) return false;
  const controls = [...root.querySelectorAll<HTMLElement>('[data-shortcut]')];
  const control = controls.find(({ dataset }) => dataset.shortcut === key.toLowerCase());
  if (!control || control.matches(':disabled, [aria-disabled="true"]')) return false;
  control.focus();
  control.click();
  return true;
}

/** Returns whether a key pressed in `target` enters text, so that single-key shortcuts must not apply. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], [role="combobox"]');
}

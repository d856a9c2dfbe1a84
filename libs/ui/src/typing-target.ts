/** Whether a key pressed here is text: single-letter shortcuts work only outside fields. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], [role="combobox"]');
}

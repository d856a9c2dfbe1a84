/** Returns whether a key pressed here enters text, so that single-key shortcuts don't apply. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], [role="combobox"]');
}

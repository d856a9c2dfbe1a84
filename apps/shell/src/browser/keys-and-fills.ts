/** Keys that an input method handles (Enter chooses a candidate, Escape closes the list) reach no handler of the page. */
function keepCompositionKeys(): void {
  const keep = (event: KeyboardEvent) => {
    // Safari sends the Enter that ends a composition after its end, with the key code of all keys of input methods.
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  addEventListener('keydown', keep, true);
}

/**
 * Makes fields that a password manager has filled without an event known to their form, before it is checked and sent. React
 * ignores the event of a field whose value it knows.
 */
function announceSilentFills(): void {
  const announce = ({ target }: Event) => {
    for (const field of (target as HTMLFormElement).elements)
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
        field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  addEventListener('submit', announce, true);
}

/** Covers input that differs from typing, for the forms and shortcuts of all remotes. */
export function handleUnusualInput(): void {
  keepCompositionKeys();
  announceSilentFills();
}

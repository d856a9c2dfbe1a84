let element: Element | undefined;
let place: DOMRect | undefined;

/** Observes which row or control is used. @returns a function that stops it */
export function watchUse(): () => void {
  const abort = new AbortController();
  const note = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('[data-toaster]')) return;
    element = ofForm(target) ?? target.closest('[data-row]') ?? target;
    place = element.getBoundingClientRect();
  };
  for (const type of ['pointerdown', 'focusin'])
    document.addEventListener(type, note, { signal: abort.signal, capture: true, passive: true });
  return () => abort.abort();
}

/** Returns the place in the window of what was used last; where it was if it has been removed. */
export function usedLast(): DOMRect | undefined {
  return element?.isConnected ? element.getBoundingClientRect() : place;
}

/** Returns the button that sends the form of a field: Enter in the field uses it, too. */
function ofForm(target: Element): Element | null | undefined {
  return target.closest('form')?.querySelector('[type="submit"]');
}

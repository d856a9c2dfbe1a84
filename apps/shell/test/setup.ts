import '@testing-library/jest-dom';

// jsdom has no layout: nothing to scroll, no media, no modal dialogs. What the shell needs of them is put in.
window.scrollTo = () => {};
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

let width = 1440;
const queries = new Set<() => void>();

/** Gives the window a width in CSS px; `(width < Nrem)` queries follow. */
export function setWindowWidth(px: number): void {
  width = px;
  for (const changed of queries) changed();
}

window.matchMedia = (query) => {
  const [, limit] = /\(width < ([\d.]+)rem\)/.exec(query) ?? [];
  return {
    media: query,
    get matches() {
      return limit !== undefined && width < Number(limit) * 16;
    },
    addEventListener: (_type: string, listener: () => void) => queries.add(listener),
    removeEventListener: (_type: string, listener: () => void) => queries.delete(listener),
  } as unknown as MediaQueryList;
};

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

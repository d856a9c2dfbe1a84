import '@testing-library/jest-dom';

// Stubs for what jsdom lacks: scrolling, media queries and modal dialogs.
window.scrollTo = () => {};
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

let width = 1440;
const queries = new Set<() => void>();

/** Sets the window's width in CSS px, for media queries of the form `(width < Nrem)`. */
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

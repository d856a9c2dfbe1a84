import '@testing-library/jest-dom';

// What jsdom lacks and Radix asks for. Nothing here has behaviour that a spec relies on.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.releasePointerCapture ??= () => undefined;

/** Makes media queries match as `matches` says, and returns how to undo it. */
export function withMedia(matches: (query: string) => boolean): () => void {
  const before = window.matchMedia;
  window.matchMedia = (query) =>
    ({
      matches: matches(query),
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList;
  return () => {
    window.matchMedia = before;
  };
}

import '@testing-library/jest-dom';

// APIs that Radix needs and jsdom lacks, as no-ops.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.releasePointerCapture ??= () => undefined;

/** Mocks `matchMedia`, without change events. @returns a function that restores it */
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

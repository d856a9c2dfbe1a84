import '@testing-library/jest-dom';

// Node's fetch rejects jsdom's AbortSignal, so it is removed; an aborted call rejects when its response arrives.
const pageFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const { signal, ...rest } = init ?? {};
  signal?.throwIfAborted();
  const response = await pageFetch(input, rest);
  signal?.throwIfAborted();
  return response;
};

// jsdom has no layout, so it lacks these functions, which Radix's menus and selects call.
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.releasePointerCapture ??= () => undefined;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

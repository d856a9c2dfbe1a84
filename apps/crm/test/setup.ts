import '@testing-library/jest-dom';

// Node's fetch refuses jsdom's AbortSignal. The answer of a cancelled call is thrown away just the same.
const pageFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const { signal, ...rest } = init ?? {};
  signal?.throwIfAborted();
  const response = await pageFetch(input, rest);
  signal?.throwIfAborted();
  return response;
};

// jsdom renders nothing, so it lacks what Radix's menus and selects need of a rendered page.
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.releasePointerCapture ??= () => undefined;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

import '@testing-library/jest-dom';

/** An IntersectionObserver for jsdom, which has no layout: it reports every observed element as in view. */
class EverythingInView {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.tell([{ isIntersecting: true }]);
  }
  unobserve() {}
  disconnect() {}
}
globalThis.IntersectionObserver ??= EverythingInView as unknown as typeof IntersectionObserver;

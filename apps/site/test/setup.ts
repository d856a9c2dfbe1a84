import '@testing-library/jest-dom';

/** jsdom has no layout: every observed element is in view. */
class EverythingInView {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.tell([{ isIntersecting: true }]);
  }
  unobserve() {}
  disconnect() {}
}
globalThis.IntersectionObserver ??= EverythingInView as unknown as typeof IntersectionObserver;

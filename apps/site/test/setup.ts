import '@testing-library/jest-dom';

/** jsdom lays nothing out: whatever is asked about is in view. */
class EverythingInView {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.tell([{ isIntersecting: true }]);
  }
  unobserve() {}
  disconnect() {}
}
globalThis.IntersectionObserver ??= EverythingInView as unknown as typeof IntersectionObserver;

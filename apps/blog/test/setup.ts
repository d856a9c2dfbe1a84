import '@testing-library/jest-dom';

// Skips the browser environment in specs of server rendering, which run without one.
if (typeof window !== 'undefined') {
  require('@docfolio/ui/test-environment');
  // jsdom has no layout to scroll.
  window.scrollTo = () => {};
}

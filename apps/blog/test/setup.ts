import '@testing-library/jest-dom';

// Specs of server rendering run without a browser.
if (typeof window !== 'undefined') {
  require('@docfolio/ui/test-environment');
  // jsdom has no layout to scroll.
  window.scrollTo = () => {};
}

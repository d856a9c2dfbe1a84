import '@testing-library/jest-dom';

// A spec that draws pages as a server does runs without a browser.
if (typeof window !== 'undefined') {
  require('@docfolio/ui/test-environment');
  // jsdom has no layout to scroll.
  window.scrollTo = () => {};
}

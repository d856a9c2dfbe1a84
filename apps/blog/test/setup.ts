import '@testing-library/jest-dom';

// A spec that draws pages as a server does runs without a browser.
if (typeof window !== 'undefined') {
  require('@docfolio/ui/test-environment');
  // The first request loads zod and the contracts, which takes a busy machine a while.
  require('@testing-library/react').configure({ asyncUtilTimeout: 10_000 });
  // jsdom has no layout to scroll.
  window.scrollTo = () => {};
}

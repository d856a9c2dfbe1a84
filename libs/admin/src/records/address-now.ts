/** Returns the browser's path and query for a navigation: the router's location lags while a page renders. */
export function addressNow(): { pathname: string; search: string } {
  const { pathname, search } = window.location;
  return { pathname, search };
}

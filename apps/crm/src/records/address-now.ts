/**
 * Returns the browser's address. The router's location lags behind while it renders a navigation; using it could undo that
 * navigation.
 */
export function addressNow(): { pathname: string; search: string } {
  const { pathname, search } = window.location;
  return { pathname, search };
}

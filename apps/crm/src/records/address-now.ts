/**
 * Returns the browser's current path and query. Event handlers use it as the base of a navigation, because the router's
 * location lags behind while another navigation is rendered, which would then be undone.
 */
export function addressNow(): { pathname: string; search: string } {
  const { pathname, search } = window.location;
  return { pathname, search };
}

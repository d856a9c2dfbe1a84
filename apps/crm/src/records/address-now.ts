/**
 * Where the browser stands. The router's own location is behind while it renders a navigation: a search sent within
 * those milliseconds would otherwise take its reader back to the page before.
 */
export function addressNow(): { pathname: string; search: string } {
  const { pathname, search } = window.location;
  return { pathname, search };
}

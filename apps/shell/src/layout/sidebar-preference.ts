/** Specification, section 9: the preference lasts seven days, in seconds. */
const cookieLifetime = 7 * 24 * 60 * 60;
const cookieName = 'sidebar_state';

/** Whether the sidebar was left collapsed. Expanded when nothing is remembered. */
export function isCollapsedRemembered(cookies: string = document.cookie): boolean {
  return cookies.split('; ').includes(`${cookieName}=collapsed`);
}

/** Keeps the preference for seven days from now, for every page of the site. */
export function rememberCollapsed(collapsed: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS and is missing in Firefox and Safari
  document.cookie = `${cookieName}=${collapsed ? 'collapsed' : 'expanded'}; path=/; max-age=${cookieLifetime}; samesite=lax`;
}

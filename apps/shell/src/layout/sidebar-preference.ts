import { useSyncExternalStore } from 'react';

/** Specification, section 9: the preference lasts seven days, in seconds. */
const cookieLifetime = 7 * 24 * 60 * 60;
const cookieName = 'sidebar_state';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isCollapsed = () => document.documentElement.dataset.sidebar === 'collapsed';

/**
 * Whether the sidebar is a rail of icons. The script of the head has put the preference on `<html>` before the first
 * paint, where the styles take it from (the variant `rail`); a server, and the first render over its HTML, say expanded.
 */
export function useCollapsed(): boolean {
  return useSyncExternalStore(subscribe, isCollapsed, () => false);
}

/** Collapses or expands the sidebar, and keeps the preference for seven days from now, for every page of the site. */
export function setCollapsed(collapsed: boolean): void {
  const state = collapsed ? 'collapsed' : 'expanded';
  document.documentElement.dataset.sidebar = state;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS and is missing in Firefox and Safari
  document.cookie = `${cookieName}=${state}; path=/; max-age=${cookieLifetime}; samesite=lax`;
  for (const listener of listeners) listener();
}

/** The other of the two. */
export function toggleCollapsed(): void {
  setCollapsed(!isCollapsed());
}

import { useSyncExternalStore } from 'react';

/** In seconds: 7 days (specification, section 9). */
const cookieLifetime = 7 * 24 * 60 * 60;
const cookieName = 'sidebar_state';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isCollapsed = () => document.documentElement.dataset.sidebar === 'collapsed';

/** Returns whether the sidebar is collapsed; false on the server and during hydration, where CSS alone collapses it. */
export function useCollapsed(): boolean {
  return useSyncExternalStore(subscribe, isCollapsed, () => false);
}

/** Collapses or expands the sidebar and stores the preference in a cookie. */
export function setCollapsed(collapsed: boolean): void {
  const state = collapsed ? 'collapsed' : 'expanded';
  document.documentElement.dataset.sidebar = state;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS and is missing in Firefox and Safari
  document.cookie = `${cookieName}=${state}; path=/; max-age=${cookieLifetime}; samesite=lax`;
  for (const listener of listeners) listener();
}

export function toggleCollapsed(): void {
  setCollapsed(!isCollapsed());
}

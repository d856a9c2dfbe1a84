import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';

/** localStorage key of the theme (specification, section 2). Any value except `light` means dark. */
export const themeKey = 'theme';

const listeners = new Set<() => void>();
let chosen: Theme | undefined;

function storedTheme(): Theme {
  try {
    return window.localStorage.getItem(themeKey) === 'light' ? 'light' : 'dark';
  } catch {
    return 'dark';
  }
}

function apply(theme: Theme) {
  const root = document.documentElement;
  chosen = theme;
  const switched = root.dataset.theme !== theme;
  if (switched) {
    root.dataset.themeSwitching = '';
    root.dataset.theme = theme;
  }
  // The server sends the dark `theme-color`.
  if (switched || theme === 'light') {
    // Reading a computed style applies the new colours before transitions are enabled again.
    const canvas = window.getComputedStyle(root).getPropertyValue('--canvas').trim();
    if (canvas) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
  }
  if (switched) delete root.dataset.themeSwitching;
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent) {
  if (event.key === themeKey || event.key === null) apply(storedTheme());
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

function setTheme(theme: Theme) {
  try {
    window.localStorage.setItem(themeKey, theme);
  } catch {}
  apply(theme);
}

function toggleTheme() {
  setTheme(snapshot() === 'dark' ? 'light' : 'dark');
}

function snapshot(): Theme {
  chosen ??= storedTheme();
  return chosen;
}

/** Returns the current theme (on a server: dark) and functions that change it in all tabs. */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, snapshot, () => 'dark' as const);
  return { theme, setTheme, toggleTheme };
}

/** Applies the stored theme to `<html>` and follows changes in other tabs. The shell renders it once. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    apply(storedTheme());
    return subscribe(() => undefined);
  }, []);
  return children;
}

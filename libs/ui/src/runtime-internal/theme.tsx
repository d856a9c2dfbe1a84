import { type ReactNode, useEffect, useSyncExternalStore } from 'react';

export type Theme = 'dark' | 'light';

/** The key in localStorage (specification, section 2). Any stored value but `light` means dark. */
export const THEME_KEY = 'theme';

const listeners = new Set<() => void>();
let chosen: Theme | undefined;

function storedTheme(): Theme {
  try {
    return window.localStorage.getItem(THEME_KEY) === 'light' ? 'light' : 'dark';
  } catch {
    // Storage is refused (a privacy setting): the default holds for this visit.
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
  // The document comes with the dark theme's tint of the browser's own frame.
  if (switched || theme === 'light') {
    // Reading a computed style makes the browser settle the new colours before transitions are allowed again.
    const canvas = window.getComputedStyle(root).getPropertyValue('--canvas').trim();
    if (canvas) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
  }
  if (switched) delete root.dataset.themeSwitching;
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent) {
  // `key` is null when another tab cleared everything.
  if (event.key === THEME_KEY || event.key === null) apply(storedTheme());
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
    window.localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Refused storage: the choice holds until the page is left.
  }
  apply(theme);
}

function toggleTheme() {
  setTheme(snapshot() === 'dark' ? 'light' : 'dark');
}

function snapshot(): Theme {
  chosen ??= storedTheme();
  return chosen;
}

/**
 * The theme in force and how to change it. Changing stores the choice, sets `data-theme` on `<html>` and reaches
 * every other tab; a server renders dark.
 */
export function useTheme() {
  const theme = useSyncExternalStore(subscribe, snapshot, () => 'dark' as const);
  return { theme, setTheme, toggleTheme };
}

/** Puts the stored theme on `<html>` and follows other tabs for as long as it is mounted. The shell renders one. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  useEffect(() => {
    apply(storedTheme());
    return subscribe(() => undefined);
  }, []);
  return children;
}

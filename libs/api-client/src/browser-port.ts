/** The browser features that the session store uses. Specs replace them by simulated tabs. */
export interface BrowserPort {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Calls `listener` when another tab has changed `key` (null: all keys). Returns a function that unsubscribes. */
  onStorage(listener: (key: string | null) => void): () => void;
  /** Calls `listener` on the events visibilitychange, pageshow and online. Returns a function that unsubscribes. */
  onWake(listener: () => void): () => void;
  isVisible(): boolean;
  locks: Pick<LockManager, 'request'> | undefined;
}

export function thisBrowser(): BrowserPort | null {
  if (typeof window === 'undefined') return null;
  return {
    storage: usableStorage(),
    locks: navigator.locks,
    isVisible: () => document.visibilityState === 'visible',
    onStorage(listener) {
      const onEvent = (event: StorageEvent) => listener(event.key);
      window.addEventListener('storage', onEvent);
      return () => window.removeEventListener('storage', onEvent);
    },
    onWake(listener) {
      window.addEventListener('online', listener);
      window.addEventListener('pageshow', listener);
      document.addEventListener('visibilitychange', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('pageshow', listener);
        document.removeEventListener('visibilitychange', listener);
      };
    },
  };
}

/** Returns localStorage or, if it is blocked or full, a substitute in memory that lasts until the page is left. */
function usableStorage(): BrowserPort['storage'] {
  try {
    const probe = 'docfolio.probe';
    window.localStorage.setItem(probe, '1');
    window.localStorage.removeItem(probe);
    return window.localStorage;
  } catch {
    return memoryStorage();
  }
}

export function memoryStorage(): BrowserPort['storage'] {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** What the session store needs of the browser it runs in. A spec hands in tabs of its own making. */
export interface BrowserPort {
  /** Shared by all tabs of the origin. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Calls back when another tab has changed `key` of the storage. Returns the way to stop. */
  onStorage(listener: (key: string | null) => void): () => void;
  /** Calls back when the tab becomes visible or the machine comes online. Returns the way to stop. */
  onWake(listener: () => void): () => void;
  isVisible(): boolean;
  /** Missing outside HTTPS and localhost. */
  locks: Pick<LockManager, 'request'> | undefined;
}

/** The browser that this code runs in, or null on a server. */
export function thisBrowser(): BrowserPort | null {
  if (typeof window === 'undefined') return null;
  return {
    storage: usableStorage(),
    locks: navigator.locks,
    isVisible: () => document.visibilityState === 'visible',
    onStorage(listener) {
      const heard = (event: StorageEvent) => listener(event.key);
      window.addEventListener('storage', heard);
      return () => window.removeEventListener('storage', heard);
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

/** localStorage, or where the browser refuses it (blocked, full) a memory that lasts as long as the page. */
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

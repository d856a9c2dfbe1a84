import type { BrowserPort } from '../browser-port.js';

export interface Tab extends BrowserPort {
  visible: boolean;
  /** Simulates that the tab becomes visible or the machine comes online. */
  wake(): void;
}

/** Simulates browser tabs of one origin, which share a localStorage and receive each other's storage events. */
export class Tabs {
  readonly values = new Map<string, string>();
  private readonly listeners = new Map<Tab, Set<(key: string | null) => void>>();

  constructor(private readonly locks?: BrowserPort['locks']) {}

  open(): Tab {
    const wakers = new Set<() => void>();
    const storageListeners = new Set<(key: string | null) => void>();
    const write = (key: string, value: string | null) => {
      if ((this.values.get(key) ?? null) === value) return;
      if (value === null) this.values.delete(key);
      else this.values.set(key, value);
      for (const [other, listeners] of this.listeners)
        if (other !== tab) for (const listener of listeners) setTimeout(() => listener(key), 0);
    };
    const tab: Tab = {
      visible: true,
      locks: this.locks,
      storage: {
        getItem: (key) => this.values.get(key) ?? null,
        setItem: (key, value) => write(key, value),
        removeItem: (key) => write(key, null),
      },
      isVisible: () => tab.visible,
      onStorage: (listener) => {
        storageListeners.add(listener);
        return () => storageListeners.delete(listener);
      },
      onWake: (listener) => {
        wakers.add(listener);
        return () => wakers.delete(listener);
      },
      wake: () => {
        for (const waker of [...wakers]) waker();
      },
    };
    this.listeners.set(tab, storageListeners);
    return tab;
  }
}

/** Returns exclusive locks, in memory: the part of the Web Locks API that the session uses. */
export function lockManager(): NonNullable<BrowserPort['locks']> {
  const queues = new Map<string, Promise<unknown>>();
  const request = async (name: string, _options: LockOptions, work: LockGrantedCallback<unknown>) => {
    const before = queues.get(name) ?? Promise.resolve();
    const mine = before.then(() => work(null));
    queues.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  };
  return { request: request as unknown as LockManager['request'] };
}

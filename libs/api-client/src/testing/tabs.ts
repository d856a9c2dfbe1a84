import type { BrowserPort } from '../browser-port.js';

export interface Tab extends BrowserPort {
  visible: boolean;
  /** What the browser does when the tab is shown again or the network is back. */
  wake(): void;
}

/** Tabs of one origin: one storage, of which each hears what the others write, as browsers do it. */
export class Tabs {
  readonly values = new Map<string, string>();
  readonly #listeners = new Map<Tab, Set<(key: string | null) => void>>();

  /** @param locks a lock manager, for an origin with HTTPS; without one the tabs have none, as on plain HTTP. */
  constructor(private readonly locks?: BrowserPort['locks']) {}

  open(): Tab {
    const wakers = new Set<() => void>();
    const heard = new Set<(key: string | null) => void>();
    const write = (key: string, value: string | null) => {
      if ((this.values.get(key) ?? null) === value) return;
      if (value === null) this.values.delete(key);
      else this.values.set(key, value);
      for (const [other, listeners] of this.#listeners)
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
        heard.add(listener);
        return () => heard.delete(listener);
      },
      onWake: (listener) => {
        wakers.add(listener);
        return () => wakers.delete(listener);
      },
      wake: () => {
        for (const waker of [...wakers]) waker();
      },
    };
    this.#listeners.set(tab, heard);
    return tab;
  }
}

/** Exclusive locks with the part of the Web Locks standard that the session uses. */
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

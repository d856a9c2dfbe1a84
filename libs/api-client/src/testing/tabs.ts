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

interface Waiting {
  begin: () => void;
  refuse: (reason: unknown) => void;
}

/** Returns exclusive locks, in memory: the part of the Web Locks API that the session and the live connection use. */
export function lockManager(): NonNullable<BrowserPort['locks']> {
  const holders = new Map<string, Waiting>();
  const queues = new Map<string, Waiting[]>();
  const next = (name: string) => queues.get(name)?.shift()?.begin();
  const request = (name: string, { signal, steal }: LockOptions, work: LockGrantedCallback<unknown>) =>
    new Promise((resolve, reject) => {
      const mine: Waiting = {
        refuse: reject,
        begin: () => {
          holders.set(name, mine);
          void Promise.resolve()
            .then(() => work(null))
            .then(resolve, reject)
            .finally(() => {
              if (holders.get(name) !== mine) return;
              holders.delete(name);
              next(name);
            });
        },
      };
      if (steal) {
        holders.get(name)?.refuse(new DOMException('stolen', 'AbortError'));
        mine.begin();
        return;
      }
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      queue.push(mine);
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(mine);
        if (at < 0) return;
        queue.splice(at, 1);
        reject(signal.reason);
      });
      if (!holders.has(name)) next(name);
    });
  return { request: request as unknown as LockManager['request'] };
}

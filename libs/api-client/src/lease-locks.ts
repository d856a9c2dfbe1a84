import type { BrowserPort } from './browser-port.js';

type Browser = Pick<BrowserPort, 'storage' | 'onStorage'>;

/** ms after which the lease of a tab that has crashed expires. */
const duration = 10_000;
/** ms after which a tab renews its lease. Less often than once a second, as browsers slow down the timers of hidden tabs. */
const renewal = 3_000;
const propagationDelay = 40;

interface Lease {
  holder: string;
  until: number;
}

/**
 * Returns exclusive locks, by a lease in localStorage, for plain HTTP, where browsers have no Web Locks. It has no compare-and-swap, so
 * two tabs may rarely hold a lock together: the server accepts a refresh token reused within 10 s, and a second live stream is harmless.
 */
export function leaseLocks(browser: Browser): Pick<LockManager, 'request'> {
  const request = async (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
    const holder = `${Date.now().toString(36)}.${Math.random().toString(36).slice(2)}`;
    const isMine = () => readLease(browser, name)?.holder === holder;
    const renew = () =>
      browser.storage.setItem(name, JSON.stringify({ holder, until: Date.now() + duration } satisfies Lease));
    await acquire(browser, name, options, { isMine, renew });
    const taken = new AbortController();
    const check = () => {
      if (isMine()) renew();
      else taken.abort(new DOMException(`Another tab has taken ${name} over`, 'AbortError'));
    };
    const timer = setInterval(check, renewal);
    const stop = browser.onStorage((key) => {
      if ((key === name || key === null) && !isMine()) check();
    });
    try {
      return await Promise.race([work(null), rejection(taken.signal)]);
    } finally {
      clearInterval(timer);
      stop();
      if (isMine()) browser.storage.removeItem(name);
    }
  };
  return { request: request as LockManager['request'] };
}

/** Resolves when this tab holds the lease. @throws the reason of `signal` */
async function acquire(
  browser: Browser,
  name: string,
  { signal, steal = false }: LockOptions,
  { isMine, renew }: { isMine: () => boolean; renew: () => void },
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const left = steal ? 0 : (readLease(browser, name)?.until ?? 0) - Date.now();
    if (left > 0) {
      await leaseChange(browser, name, left, signal);
      continue;
    }
    renew();
    await new Promise((settled) => setTimeout(settled, propagationDelay));
    if (isMine()) return;
  }
}

function readLease(browser: Browser, name: string): Lease | null {
  const text = browser.storage.getItem(name);
  if (text === null) return null;
  try {
    const { holder, until } = JSON.parse(text) as Partial<Lease>;
    return typeof holder === 'string' && typeof until === 'number' ? { holder, until } : null;
  } catch {
    return null;
  }
}

/** Resolves when another tab changes the lease, when `signal` aborts, at the latest after `timeout` ms. */
function leaseChange(browser: Browser, name: string, timeout: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, timeout);
    const stop = browser.onStorage((key) => {
      if (key === name || key === null) finish();
    });
    signal?.addEventListener('abort', finish);
  });
}

const rejection = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

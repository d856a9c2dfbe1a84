import type { BrowserPort } from './browser-port.js';

/** ms after which a crashed tab's lease expires. It is not renewed, so must exceed the longest work under the lock. */
const leaseDuration = 20_000;
const lockTimeout = 25_000;
const propagationDelay = 40;

interface Lease {
  holder: string;
  until: number;
}

export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

/**
 * Runs `work` in one tab of the origin at a time: with Web Locks or, on plain HTTP, a lease in localStorage. That has
 * no compare-and-swap, so two tabs may rarely run it together; the server accepts a refresh token reused within 10 s.
 * @throws LockTimeout if another tab holds the lock for 25 s
 */
export function withTabLock<T>(browser: BrowserPort, name: string, work: () => Promise<T>): Promise<T> {
  return browser.locks ? withWebLock(browser.locks, name, work) : withLease(browser, name, work);
}

async function withWebLock<T>(locks: Pick<LockManager, 'request'>, name: string, work: () => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), lockTimeout);
  let entered = false;
  try {
    return (await locks.request(name, { signal: waiting.signal }, () => {
      entered = true;
      clearTimeout(timer);
      return work();
    })) as T;
  } catch (error) {
    if (entered) throw error;
    throw new LockTimeout(`Another tab holds ${name}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function withLease<T>(browser: BrowserPort, name: string, work: () => Promise<T>): Promise<T> {
  const holder = `${Date.now().toString(36)}.${Math.random().toString(36).slice(2)}`;
  await acquireLease(browser, name, holder);
  try {
    return await work();
  } finally {
    if (readLease(browser, name)?.holder === holder) browser.storage.removeItem(name);
  }
}

async function acquireLease(browser: BrowserPort, name: string, holder: string): Promise<void> {
  const deadline = Date.now() + lockTimeout;
  while (Date.now() < deadline) {
    const held = readLease(browser, name);
    if (held && held.until > Date.now()) {
      await leaseChange(browser, name, held.until - Date.now());
      continue;
    }
    browser.storage.setItem(name, JSON.stringify({ holder, until: Date.now() + leaseDuration }));
    await new Promise((settled) => setTimeout(settled, propagationDelay));
    if (readLease(browser, name)?.holder === holder) return;
  }
  throw new LockTimeout(`Another tab holds ${name}`);
}

function readLease(browser: BrowserPort, name: string): Lease | null {
  const text = browser.storage.getItem(name);
  if (text === null) return null;
  try {
    const { holder, until } = JSON.parse(text) as Partial<Lease>;
    return typeof holder === 'string' && typeof until === 'number' ? { holder, until } : null;
  } catch {
    return null;
  }
}

/** Resolves when another tab changes the lease `name`, at the latest after `timeout` ms. */
function leaseChange(browser: BrowserPort, name: string, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(finish, timeout);
    const stop = browser.onStorage((key) => {
      if (key === name || key === null) finish();
    });
  });
}

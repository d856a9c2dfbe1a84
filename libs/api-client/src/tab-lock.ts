import type { BrowserPort } from './browser-port.js';
import { leaseLocks } from './lease-locks.js';

const lockTimeout = 25_000;

export class LockTimeout extends Error {
  override readonly name = 'LockTimeout';
}

/**
 * Runs `work` in one tab of the origin at a time: with Web Locks or, on plain HTTP, a lease.
 * @throws LockTimeout if another tab holds the lock for 25 s
 */
export async function withTabLock<T>(browser: BrowserPort, name: string, work: () => Promise<T>): Promise<T> {
  const locks = browser.locks ?? leaseLocks(browser);
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), lockTimeout);
  let working: Promise<T> | undefined;
  try {
    await locks.request(name, { signal: waiting.signal }, () => {
      clearTimeout(timer);
      working = work();
      return working;
    });
  } catch (error) {
    // Work that has begun goes on, also if the lease was lost while the machine slept.
    if (!working) throw new LockTimeout(`Another tab holds ${name}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
  return working!;
}

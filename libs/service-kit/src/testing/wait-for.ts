import { testConfig } from './config.js';

/** Returns a limit in ms with room for a slow machine: multiplied by DOCFOLIO_TIMEOUT_FACTOR, which `npm test` sets. */
export const withRoom = (ms: number): number => ms * testConfig.timeoutFactor;

/** ms of a wait after one in vain: the spec has failed, and what is broken need not cost a minute and a half in each test. */
const limitAfterFailure = 10_000;
let hasFailed = false;

/**
 * Waits until a condition holds. Checks it every 20 ms at first, and less often the longer it takes: a busy machine has
 * better things to do.
 * @param limit ms, with room for a slow machine
 * @returns ms that it took
 * @throws Error after `limit`, with `what` in its message
 */
export async function waitFor(what: string, condition: () => Promise<boolean>, limit = 90_000): Promise<number> {
  const longest = withRoom(hasFailed ? Math.min(limit, limitAfterFailure) : limit);
  const started = Date.now();
  while (!(await condition())) {
    if (Date.now() - started > longest) {
      hasFailed = true;
      throw new Error(`Waited ${longest} ms in vain: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(200, 20 + (Date.now() - started) / 20)));
  }
  return Date.now() - started;
}

/** Returns the reason that a promise rejects with. @throws Error if it fulfills */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`Not rejected but fulfilled with ${JSON.stringify(value)}`);
}

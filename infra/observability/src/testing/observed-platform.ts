import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '@docfolio/local/platform';
import { startTestPlatform } from '@docfolio/local/testing/test-platform';

export interface ObservedPlatform {
  platform: Platform;
  dataDir: string;
}

/** What the specs' visitor enters, in words that occur nowhere else. */
export const visitor = {
  name: 'Zenobia Quux',
  email: 'zenobia.quux@private.example',
  message: 'What does it cost?',
};

/**
 * Starts a platform before the tests of a spec, and stops it after them.
 * @param env returns its settings; called before the first test
 * @returns an object whose fields are set before the first test
 */
export function observePlatform(env: () => Record<string, string>): ObservedPlatform {
  const observed = {} as ObservedPlatform;
  beforeAll(async () => {
    observed.dataDir = mkdtempSync(join(tmpdir(), 'docfolio-observed-'));
    observed.platform = await startTestPlatform({ dataDir: observed.dataDir, env: env() });
  });
  afterAll(async () => {
    await observed.platform?.stop();
    rmSync(observed.dataDir, { recursive: true, force: true });
  });
  return observed;
}

/** Waits until `read` returns a value. @throws Error after 60 s, with `what` in its message */
export async function until<T>(what: string, read: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + 60_000;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`${what}: not after 60 s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Platform, startPlatform } from '@docfolio/local/platform';
import { timed } from './test-times.js';

export const admin = {
  email: process.env.DOCFOLIO_ADMIN_EMAIL ?? 'owner@example.com',
  password: process.env.DOCFOLIO_ADMIN_PASSWORD ?? 'correct-horse-battery',
};

/** Settings of all test platforms. Rate limits are off; the gateway's specs test them. */
export const platformEnv = {
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  RATE_LIMIT: 'off',
  ALLOW_NO_LIMITS: 'development',
  SMTP_URL: '',
  // Set by `npm test -- --replicas 2`.
  ...(process.env.DOCFOLIO_REPLICAS ? { REPLICAS: process.env.DOCFOLIO_REPLICAS } : {}),
};

/** Starts a platform with the data of a folder. */
export const startPlatformIn = (dataDir: string, env: Record<string, string> = {}): Promise<Platform> =>
  timed('platform', async () => {
    const start = () => startPlatform({ dataDir, env: { ...platformEnv, ...env } });
    return start().catch((error: Error) => {
      // On a very busy machine, a task of the first start may find the new database too slow. It is repeated once.
      if (error.name !== 'OperatorError') throw error;
      return start();
    });
  });

/** Starts a platform in a new folder; `stop` also removes the folder. */
export async function startOwnPlatform(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'docfolio-e2e-'));
  const platform = await startPlatformIn(dataDir, env);
  const stop = async () => {
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { platform, stop };
}

/** Runs `work` with a platform of its own, for tests that break things or need other settings. */
export async function withOwnPlatform(
  work: (platform: Platform) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const { platform, stop } = await startOwnPlatform(env);
  try {
    await work(platform);
  } finally {
    await stop();
  }
}

/**
 * Returns the site at DOCFOLIO_ORIGIN with only `url` and `dataDir` (DOCFOLIO_DATA_DIR, with its emails in `mail/`);
 * undefined without DOCFOLIO_ORIGIN.
 */
export function runningSite(): Platform | undefined {
  const { DOCFOLIO_ORIGIN: url, DOCFOLIO_DATA_DIR: dataDir } = process.env;
  if (!url) return undefined;
  if (!dataDir) throw new Error('DOCFOLIO_ORIGIN needs DOCFOLIO_DATA_DIR');
  return { url, dataDir } as Platform;
}

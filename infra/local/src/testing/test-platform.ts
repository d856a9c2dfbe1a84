import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oncePerBatch } from '@docfolio/service-kit/testing/once-per-batch';
import { recordStart } from '@docfolio/service-kit/testing/record-start';
import { type Platform, type PlatformOptions, startPlatform } from '../platform.js';

/** Starts a platform for a spec, and records how long that took. */
export const startTestPlatform = (options: PlatformOptions): Promise<Platform> =>
  recordStart('platform', startPlatform(options));

/**
 * Returns a function that starts a platform on a new data folder, once for all specs of a batch, which share its records.
 * A spec that kills, stops or reconfigures processes starts its own. `stop` also removes the folder.
 */
export const sharedPlatform = (env: () => Promise<Record<string, string>>): (() => Promise<Platform>) =>
  oncePerBatch(
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'docfolio-platform-'));
      const platform = await startTestPlatform({ dataDir, env: await env() });
      const stop = async () => {
        await platform.stop();
        rmSync(dataDir, { recursive: true, force: true });
      };
      return { ...platform, stop };
    },
    async () => undefined,
  );

import { recordStart } from '@docfolio/service-kit/testing/record-start';
import { type Platform, type PlatformOptions, startPlatform } from '../platform.js';

/** Starts a platform for a spec, and records how long that took. */
export const startTestPlatform = (options: PlatformOptions): Promise<Platform> =>
  recordStart('platform', startPlatform(options));

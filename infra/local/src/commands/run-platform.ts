import { join, relative } from 'node:path';
import { Progress, seconds } from '../../bootstrap/progress.mjs';
import type { LocalConfig } from '../config.js';
import { type Platform, type StartHooks, startConfigured } from '../platform.js';
import type { ChildEvent } from '../supervisor/supervised-process.js';
import { aborted, onStopSignals } from './stop-signals.js';

const delay = (ms: number): string => {
  if (ms === 0) return 'now';
  return `in ${ms % 1000 === 0 ? `${ms / 1000} s` : seconds(ms)}`;
};

const limitsOffWarning =
  'WARNING: rate limits are off (RATE_LIMIT=off). Anybody who reaches this address can flood it: for load tests only.\n';

/** Returns the console line for a child that ended or is ready again; undefined for other events. */
export function eventLine(event: ChildEvent): string | undefined {
  if (event.kind === 'stopped') {
    const line = `${event.name} stopped (${event.how}), restarting ${delay(event.restartInMs)}`;
    return event.reason === '' ? line : `${line}:\n${event.reason}`;
  }
  if (event.kind === 'ready' && event.again) return `${event.name} is ready again (${seconds(event.afterMs)})`;
  return undefined;
}

function announce(platform: Platform, config: LocalConfig): void {
  const url = config.siteUrl ?? platform.url;
  console.log(`\nDocfolio is ready: ${url}`);
  console.log(`Admin:             ${url}/admin`);
  const { firstAdmin } = platform;
  if (firstAdmin.created) {
    console.log(`First admin:       ${firstAdmin.email}`);
    if (firstAdmin.password) console.log(`Password:          ${firstAdmin.password}   (shown only this once)`);
  }
  const logs = join(config.dataDir, 'logs');
  console.log(`Logs:              ${logs.startsWith(config.root) ? relative(config.root, logs) : logs}`);
  console.log('Stop:              Ctrl-C\n');
  if (config.rateLimitOff) console.log(limitsOffWarning);
}

/**
 * Starts the platform, prints progress and restarts, and stops it on Ctrl-C or SIGTERM. Returns exit code 0 after a
 * requested stop and throws the error of a failed start.
 * @param whileReady runs once everything is ready; the function that it returns runs before the stop
 */
export async function runPlatform(
  config: LocalConfig,
  hooks: StartHooks = {},
  whileReady?: (platform: Platform) => Promise<() => Promise<void>>,
): Promise<number> {
  // A closed pipe (npm start | head) must not end the platform.
  process.stdout.on('error', () => undefined);
  const progress = new Progress(process.stdout);
  let platform: Platform | undefined;
  const stop = onStopSignals(() => platform?.hurry());
  const onEvent = (event: ChildEvent) => {
    const line = eventLine(event);
    if (line && !stop.signal.aborted) console.log(line);
  };
  try {
    platform = await startConfigured(config, {
      ...hooks,
      onEvent,
      signal: stop.signal,
      step: (name, work) => progress.step(name, work),
    });
    const end = await whileReady?.(platform);
    announce(platform, config);
    await aborted(stop.signal);
    console.log('\nStopping ...');
    await end?.();
    await platform.stop();
    console.log('Stopped.');
    return 0;
  } catch (error) {
    // An interrupted start has been stopped: its error is a consequence.
    if (stop.signal.aborted) return 0;
    throw error;
  } finally {
    stop.release();
  }
}

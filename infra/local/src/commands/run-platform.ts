import { join } from 'node:path';
import { Progress, seconds } from '../../bootstrap/progress.mjs';
import type { BackupPlan } from '../backup-plan.js';
import type { LocalConfig } from '../config.js';
import { type Platform, type StartHooks, startConfigured } from '../platform.js';
import { publicWarnings, readyNotes, shown } from '../ready-notes.js';
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

/** Width of the names in the lines below "Docfolio is ready". */
const nameWidth = 'Docfolio is ready: '.length;

function announce(platform: Platform, config: LocalConfig, plan: BackupPlan | undefined): void {
  const url = config.siteUrl ?? platform.url;
  const { firstAdmin } = platform;
  const { email, password } = firstAdmin.created ? firstAdmin : { email: undefined, password: null };
  const lines: [string, string][] = [
    ['Admin', `${url}/admin`],
    ...(email ? [['First admin', email] as [string, string]] : []),
    ...(password ? [['Password', `${password}   (shown only this once)`] as [string, string]] : []),
    ...readyNotes(config, plan),
    ['Logs', shown(config, join(config.dataDir, 'logs'))],
    ['Stop', 'Ctrl-C'],
  ];
  console.log(`\nDocfolio is ready: ${url}`);
  for (const [name, text] of lines) console.log(`${`${name}:`.padEnd(nameWidth)}${text}`);
  console.log('');
  for (const warning of publicWarnings(config)) console.log(warning);
  if (config.rateLimitOff) console.log(limitsOffWarning);
}

/**
 * Starts the platform, prints progress and restarts, and stops it on Ctrl-C or SIGTERM. Returns exit code 0 after a
 * requested stop and throws the error of a failed start.
 * @param whileReady runs once everything is ready; the function that it returns runs before the stop
 * @param plan how backups are made; undefined: not at all
 */
export async function runPlatform(
  config: LocalConfig,
  hooks: StartHooks = {},
  whileReady?: (platform: Platform) => Promise<() => Promise<void>>,
  plan?: BackupPlan,
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
    announce(platform, config, plan);
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

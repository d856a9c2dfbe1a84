import { ownEnvironment, readConfig } from '../config.js';
import { findRoot } from '../workspace.js';
import { readReplicas } from './replicas-option.js';
import { runPlatform } from './run-platform.js';

/** Runs `npm start [-- --replicas 2]`: the built platform, until Ctrl-C. Returns the exit code. */
export async function start(args: string[]): Promise<number> {
  const replicas = readReplicas(args);
  const given = replicas === undefined ? {} : { REPLICAS: String(replicas) };
  const config = readConfig(findRoot(), { ...ownEnvironment(), ...given });
  const { BACKUP_SCHEDULE: pattern } = config.inherited;
  if (!pattern) return runPlatform(config);
  // Loaded on demand, for a fast start.
  const { checkSchedule, startScheduledBackups } = await import('../scheduled-backups.js');
  checkSchedule(config, pattern);
  return runPlatform(config, {}, async () => startScheduledBackups(config, pattern));
}

import type { BackupSchedule } from '../backup-schedule.js';
import { type LocalConfig, ownEnvironment, readConfig } from '../config.js';
import { findRoot } from '../workspace.js';
import { readReplicas } from './replicas-option.js';
import { runPlatform } from './run-platform.js';

/** Returns whether the settings say how backups are encrypted, so that the CRM may request one. */
const mayBackUp = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.BACKUP_RECIPIENT || env.BACKUP_PASSPHRASE || env.BACKUP_PASSPHRASE_FILE);

async function checkedSchedule(config: LocalConfig, pattern: string): Promise<BackupSchedule> {
  const { backupSchedule, checkSchedule } = await import('../backup-schedule.js');
  checkSchedule(config, pattern);
  return backupSchedule(pattern);
}

/** Runs `npm start [-- --replicas 2]`: the built platform, until Ctrl-C. Returns the exit code. */
export async function start(args: string[]): Promise<number> {
  const replicas = readReplicas(args);
  const given = replicas === undefined ? {} : { REPLICAS: String(replicas) };
  const config = readConfig(findRoot(), { ...ownEnvironment(), ...given });
  const { BACKUP_SCHEDULE: pattern } = config.inherited;
  if (!pattern && !mayBackUp(config.inherited)) return runPlatform(config);
  // Loaded on demand, for a fast start.
  const schedule = pattern ? await checkedSchedule(config, pattern) : undefined;
  const { startBackups } = await import('../running-backups.js');
  return runPlatform(config, {}, async ({ connection }) =>
    startBackups(config, { redisUrl: connection.REDIS_URL!, schedule }),
  );
}

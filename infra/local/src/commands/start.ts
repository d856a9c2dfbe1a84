import { backupPlan } from '../backup-plan.js';
import { ownEnvironment, readConfig } from '../config.js';
import type { Platform } from '../platform.js';
import { findRoot } from '../workspace.js';
import { readReplicas } from './replicas-option.js';
import { runPlatform } from './run-platform.js';

/** Runs `npm start [-- --replicas 2]`: the built platform, until Ctrl-C. Returns the exit code. */
export async function start(args: string[]): Promise<number> {
  const replicas = readReplicas(args);
  const given = replicas === undefined ? {} : { REPLICAS: String(replicas) };
  const config = readConfig(findRoot(), { ...ownEnvironment(), ...given });
  const plan = backupPlan(config);
  const [{ scheduleOf }, { startBackups }] = await Promise.all([
    import('../backup-schedule.js'),
    import('../running-backups.js'),
  ]);
  const schedule = scheduleOf(config, plan);
  const serve = async ({ connection }: Platform) =>
    startBackups(config, { plan, redisUrl: connection.REDIS_URL!, schedule });
  return runPlatform(config, {}, serve, plan);
}

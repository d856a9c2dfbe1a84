import { join } from 'node:path';
import { blockingRedis, serveRequests } from '@docfolio/backup/requests';
import { type BackupPlan, backupEnv, verifyArgs } from './backup-plan.js';
import type { BackupSchedule } from './backup-schedule.js';
import type { LocalConfig } from './config.js';
import { runToEnd } from './run-program.js';

// Loaded by the launcher: what only a schedule needs is in `backup-schedule.ts`.

interface BackupsOptions {
  plan: BackupPlan;
  /** REDIS_URL of the running platform. */
  redisUrl: string;
  /** Without it, backups are only made on request. */
  schedule?: BackupSchedule | undefined;
  /** Shows how each one ended. */
  print?: (line: string) => void;
}

/**
 * Runs `npm run docfolio -- backup` whenever the schedule is due or the CRM requests it, while the platform runs: as a process of its
 * own, so that it needs no memory in between. @returns what ends that, and a backup that is being made
 */
export function startBackups(
  config: LocalConfig,
  { plan, redisUrl, schedule, print = console.log }: BackupsOptions,
): () => Promise<void> {
  const { root } = config;
  const stop = new AbortController();
  const pids = new Set<number>();
  const run = async (args: readonly string[]): Promise<void> => {
    let pid: number | undefined;
    const { code, output } = await runToEnd(
      process.execPath,
      [join(root, 'infra/local/dist/main.js'), 'docfolio', 'backup', ...args],
      {
        cwd: root,
        env: backupEnv(config, plan),
        onSpawn: (spawned) => {
          pid = spawned;
          pids.add(spawned);
        },
      },
    );
    if (pid !== undefined) pids.delete(pid);
    if (code !== 0) throw new Error(output.trim());
    if (!stop.signal.aborted)
      print(`${args[0] === 'verify' ? 'Backup verified.' : 'Backup made.'}\n${output.trimEnd()}`);
  };
  const attempt = async (args: readonly string[]): Promise<boolean> => {
    try {
      await run(args);
      return true;
    } catch (error) {
      if (!stop.signal.aborted) print(`Backup failed.\n${(error as Error).message}`);
      return false;
    }
  };
  const reported = async (args: readonly string[]): Promise<void> => {
    try {
      await run(args);
    } catch (error) {
      const { message } = error as Error;
      print(`Backup failed.\n${message}`);
      // What the page shows: the last line says why.
      throw new Error(message.split('\n').at(-1));
    }
  };
  const running = [
    schedule?.run(() => attempt(plan.args), stop.signal),
    serveRequests({
      redis: blockingRedis(redisUrl),
      nextDue: schedule?.nextDue,
      signal: stop.signal,
      print,
      create: () => reported(plan.args),
      verify: () => reported(verifyArgs(config, plan)),
    }),
  ];
  return async () => {
    stop.abort();
    for (const pid of pids) process.kill(pid, 'SIGTERM');
    await Promise.all(running);
  };
}

import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupSettings } from '@docfolio/backup/config.schema';
import { type BackupCommand, type CreateOptions, createCommand, verifyCommand } from '@docfolio/backup/options';
import { blockingRedis, serveRequests } from '@docfolio/backup/requests';
import { nextDue, runSchedule } from '@docfolio/backup/schedule';
import { loadConfig } from '@docfolio/process/config';
import type { Installation } from '../installation.js';
import { readStores } from './stores.js';

/** Makes backups until SIGTERM, and verifies them when the CRM requests it. @throws OperatorError, ConfigError */
export async function scheduleBackups(
  options: CreateOptions,
  { env, root }: Installation,
  run: (command: BackupCommand) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  const surroundings = { env, folder: root };
  // Mistakes in settings end the program at its start, and not at night.
  const { REDIS_URL } = readStores(env);
  const create = () => run(createCommand(options, surroundings));
  createCommand(options, surroundings);
  const { BACKUP_SCHEDULE: pattern } = loadConfig(backupSettings, env);
  nextDue(pattern, new Date());
  // For the health check of the container.
  writeFileSync(join(tmpdir(), 'docfolio-backup-schedule'), '');
  const attempt = async () => {
    try {
      await create();
      return true;
    } catch (error) {
      console.error((error as Error).message);
      return false;
    }
  };
  const hasKey = Boolean(env.BACKUP_PASSPHRASE || env.BACKUP_PASSPHRASE_FILE) && !options.plain;
  const verification = { to: options.to, checksums: hasKey ? undefined : (true as const) };
  await Promise.all([
    runSchedule((after) => nextDue(pattern, after), attempt, { signal: stop.signal }),
    serveRequests({
      redis: blockingRedis(REDIS_URL),
      nextDue: () => nextDue(pattern, new Date()),
      signal: stop.signal,
      print: console.error,
      create,
      verify: () => run(verifyCommand(undefined, verification, surroundings)),
    }),
  ]);
}

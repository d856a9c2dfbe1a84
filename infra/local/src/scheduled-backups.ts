import { join } from 'node:path';
import { BackupError } from '@docfolio/backup/backup-error';
import { readOptions, UsageError } from '@docfolio/backup/options';
import { nextDue, runSchedule } from '@docfolio/backup/schedule';
import { ConfigError, type LocalConfig } from './config.js';
import { runToEnd } from './run-program.js';

/** @throws ConfigError if `npm run backup` would not run with the BACKUP_ settings */
export function checkSchedule({ inherited, root }: LocalConfig, pattern: string): void {
  try {
    nextDue(pattern, new Date());
    readOptions([], inherited, root);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof BackupError)) throw error;
    throw new ConfigError(`BACKUP_SCHEDULE is set, but no backup can be made. ${error.message}`);
  }
}

/**
 * Runs `npm run backup` whenever `pattern` is due, while the platform runs: as a process of its own, so that it needs no
 * memory in between. @param print shows how each one ended @returns what ends the schedule, and a backup that is being made
 */
export function startScheduledBackups(
  { root, dataDir, inherited }: LocalConfig,
  pattern: string,
  print: (line: string) => void = console.log,
): () => Promise<void> {
  const stop = new AbortController();
  let pid: number | undefined;
  const backUp = async (): Promise<boolean> => {
    const { code, output } = await runToEnd(process.execPath, [join(root, 'infra/local/dist/main.js'), 'backup'], {
      cwd: root,
      env: { ...inherited, DATA_DIR: dataDir },
      onSpawn: (spawned) => {
        pid = spawned;
      },
    });
    pid = undefined;
    if (!stop.signal.aborted)
      print(code === 0 ? `Backup made.\n${output.trimEnd()}` : `Backup failed.\n${output.trimEnd()}`);
    return code === 0;
  };
  const running = runSchedule(pattern, backUp, { signal: stop.signal });
  return async () => {
    stop.abort();
    if (pid !== undefined) process.kill(pid, 'SIGTERM');
    await running;
  };
}

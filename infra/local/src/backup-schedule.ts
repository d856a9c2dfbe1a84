import { BackupError } from '@docfolio/backup/backup-error';
import { readOptions, UsageError } from '@docfolio/backup/options';
import { nextDue, runSchedule } from '@docfolio/backup/schedule';
import { ConfigError, type LocalConfig } from './config.js';

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

/** A schedule of backups. */
export interface BackupSchedule {
  /** Returns when the next backup is due. */
  nextDue(): Date;
  /** Makes backups until `signal`. @param backUp returns whether it succeeded */
  run(backUp: () => Promise<boolean>, signal: AbortSignal): Promise<void>;
}

export const backupSchedule = (pattern: string): BackupSchedule => ({
  nextDue: () => nextDue(pattern, new Date()),
  run: (backUp, signal) => runSchedule(pattern, backUp, { signal }),
});

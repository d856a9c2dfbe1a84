import { join, relative } from 'node:path';
import type { LocalConfig } from './config.js';

/** How `npm start` makes backups. */
export interface BackupPlan {
  /** A cron pattern; `daily` without BACKUP_SCHEDULE; undefined if BACKUP_SCHEDULE=off. */
  schedule: string | undefined;
  /** Folder, or s3://BUCKET/PREFIX. */
  place: string;
  keep: string | undefined;
  /** Arguments of `npm run docfolio -- backup`. */
  args: readonly string[];
}

const hasPassphrase = ({ BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE }: NodeJS.ProcessEnv): boolean =>
  Boolean(BACKUP_PASSPHRASE || BACKUP_PASSPHRASE_FILE);

/**
 * Returns how backups are made. Without settings: every day, into a folder beside the data, where they need no encryption,
 * as the data and the secrets are not encrypted either. Seven are kept.
 */
export function backupPlan({ inherited, dataDir, root }: LocalConfig): BackupPlan {
  const { BACKUP_SCHEDULE: given, BACKUP_TO: to, BACKUP_RECIPIENT: recipient, BACKUP_KEEP: keep } = inherited;
  const schedule = given === 'off' ? undefined : given || 'daily';
  const encryption = recipient ? [] : hasPassphrase(inherited) ? ['--encrypt'] : undefined;
  // A schedule of one's own says how: what is missing there is an error, not a reason for another place.
  const isOwnSchedule = schedule !== undefined && schedule !== 'daily';
  const beside = dataDir.startsWith(`${root}/`) ? relative(root, dataDir) : dataDir;
  if (!isOwnSchedule && !(to && encryption)) {
    return {
      schedule,
      place: `${beside}-backups`,
      keep: keep || '7d',
      args: encryption ?? ['--plain'],
    };
  }
  return { schedule, place: to || 'backups', keep: keep || undefined, args: encryption ?? [] };
}

/** Returns the environment of `npm run docfolio -- backup`. */
export function backupEnv({ inherited, dataDir }: LocalConfig, { place, keep }: BackupPlan): NodeJS.ProcessEnv {
  return { ...inherited, DATA_DIR: dataDir, BACKUP_TO: place, ...(keep !== undefined && { BACKUP_KEEP: keep }) };
}

/** Arguments that read the newest backup back; without the key only sizes and checksums. */
export const verifyArgs = ({ inherited }: LocalConfig, { args }: BackupPlan): string[] =>
  args.includes('--plain') || hasPassphrase(inherited) ? ['verify'] : ['verify', '--checksums'];

/** Returns the folder of the backups; undefined for a bucket. */
export const backupFolder = ({ root }: LocalConfig, place: string): string | undefined =>
  place.includes('://') ? undefined : place.startsWith('/') ? place : join(root, place);

import type { Redis } from 'ioredis';
import type { CreatedBackup } from './create-backup.js';

/** What the platform reports about backups: in Redis, because the place of the backups may be out of its reach. */
const keys = {
  last: 'docfolio:backup:last',
  failure: 'docfolio:backup:failure',
  verified: 'docfolio:backup:verified',
  /** The last one that is not on the disk of the data. */
  elsewhere: 'docfolio:backup:elsewhere',
} as const;

export interface LastBackup {
  id: string;
  /** ISO 8601, as the next one. */
  started_at: string;
  finished_at: string;
  bytes: number;
  /** Documents, files and jobs. */
  records: number;
  /** Whether it is on the disk of the data, and would be lost with it. Absent in notes of earlier versions. */
  beside_data?: boolean;
}

export interface BackupFailure {
  /** ISO 8601. */
  at: string;
  message: string;
}

export async function recordSuccess(
  redis: Redis,
  { id, manifest }: CreatedBackup,
  isBesideData: boolean,
): Promise<void> {
  const { started_at, finished_at, parts } = manifest;
  const sum = (of: 'bytes' | 'records') => parts.reduce((total, part) => total + part[of], 0);
  const last: LastBackup = {
    id,
    started_at,
    finished_at,
    bytes: sum('bytes'),
    records: sum('records'),
    beside_data: isBesideData,
  };
  const noted = redis.multi().set(keys.last, JSON.stringify(last)).del(keys.failure);
  if (!isBesideData) noted.set(keys.elsewhere, JSON.stringify({ at: started_at }));
  await noted.exec();
}

/** Records that the newest backup was read back and found whole. It ends a failure to do so. */
export async function recordVerified(redis: Redis): Promise<void> {
  await redis
    .multi()
    .set(keys.verified, JSON.stringify({ at: new Date().toISOString() }))
    .del(keys.failure)
    .exec();
}

export async function recordFailure(redis: Redis, error: unknown): Promise<void> {
  const failure: BackupFailure = { at: new Date().toISOString(), message: (error as Error).message };
  await redis.set(keys.failure, JSON.stringify(failure));
}

import { type BackupNote, backupKeys as keys } from '@docfolio/service-kit/system/backup-notes';
import type { Redis } from 'ioredis';
import type { CreatedBackup } from './create-backup.js';

export async function recordSuccess(
  redis: Redis,
  { id, manifest }: CreatedBackup,
  isBesideData: boolean,
): Promise<void> {
  const { started_at, finished_at, parts } = manifest;
  const sum = (of: 'bytes' | 'records') => parts.reduce((total, part) => total + part[of], 0);
  const last: BackupNote['last'] = {
    id,
    started_at,
    finished_at,
    bytes: sum('bytes'),
    records: sum('records'),
    beside_data: isBesideData,
  };
  const noted = redis.multi().set(keys.last, JSON.stringify(last)).del(keys.failure);
  const elsewhere: BackupNote['elsewhere'] = { at: started_at };
  if (!isBesideData) noted.set(keys.elsewhere, JSON.stringify(elsewhere));
  await noted.exec();
}

/** Records that the newest backup was read back and found whole. It ends a failure to do so. */
export async function recordVerified(redis: Redis): Promise<void> {
  const verified: BackupNote['verified'] = { at: new Date().toISOString() };
  await redis.multi().set(keys.verified, JSON.stringify(verified)).del(keys.failure).exec();
}

export async function recordFailure(redis: Redis, error: unknown): Promise<void> {
  const failure: BackupNote['failure'] = { at: new Date().toISOString(), message: (error as Error).message };
  await redis.set(keys.failure, JSON.stringify(failure));
}

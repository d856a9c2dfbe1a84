import { ProblemError } from '@docfolio/contracts/core/problem';
import type { SystemBackups } from '@docfolio/contracts/entities/system';
import { withoutValues } from '@docfolio/process/without-values';
import {
  type BackupNote,
  type BackupRequest,
  backupKeys as keys,
  backupNotes as notes,
  requester,
} from '@docfolio/service-kit/system/backup-notes';
import type { Redis } from 'ioredis';
import { readStored } from './stored-json.js';

/** Seconds in which a request has to be taken. */
const requestLifetime = 30;

/** Returns what is known of backups. @throws Error if Redis is unavailable */
export async function readBackups(redis: Redis): Promise<SystemBackups> {
  const texts = await redis.mget(keys.last, keys.failure, keys.verified, keys.running, keys.server, keys.elsewhere);
  const last = readStored(notes.last, texts[0]);
  const failure = readStored(notes.failure, texts[1]);
  const running = readStored(notes.running, texts[3]);
  const server = readStored(notes.server, texts[4]);
  return {
    // A backup holds what was written before it began.
    last: last ? { id: last.id, at: last.started_at, bytes: last.bytes } : null,
    failure: failure ? { at: failure.at, message: withoutValues(failure.message) } : null,
    verified_at: readStored(notes.verified, texts[2])?.at ?? null,
    running: running ? { step: running.step, percent: running.percent } : null,
    next_at: server?.next_at ?? null,
    on_request: server !== undefined,
    // Earlier versions did not note where a backup is: only `npm start` makes one beside the data by itself.
    has_elsewhere: texts[5] !== null || (last !== undefined && last.beside_data !== true),
  };
}

export const unknownBackups: SystemBackups = {
  last: null,
  failure: null,
  verified_at: null,
  running: null,
  next_at: null,
  on_request: false,
  has_elsewhere: false,
};

/**
 * Requests a backup, or that the last one is verified. @returns false if one is being made or verified already
 * @throws ProblemError `conflict` if no program that serves requests is running
 */
export async function requestBackup(redis: Redis, request: BackupRequest): Promise<boolean> {
  if ((await redis.exists(keys.server)) === 0)
    throw new ProblemError('conflict', {
      detail:
        'Nothing that makes backups on request is running. Make one with npm run docfolio -- backup, or the CronJob.',
    });
  const step = request === 'create' ? 'starting' : 'verifying';
  const running: BackupNote['running'] = { step, percent: null, by: requester };
  const claimed = await redis.set(keys.running, JSON.stringify(running), 'EX', requestLifetime, 'NX');
  if (claimed === null) return false;
  await redis.lpush(keys.requests, request);
  await redis.expire(keys.requests, requestLifetime);
  return true;
}

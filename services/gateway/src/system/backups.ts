import { ProblemError } from '@docfolio/contracts/core/problem';
import type { SystemBackups } from '@docfolio/contracts/entities/system';
import { backupSteps } from '@docfolio/contracts/entities/system';
import { withoutValues } from '@docfolio/process/without-values';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { readStored } from './stored-json.js';

// Written by infra/backup: `last-backup.ts`, `running-backup.ts` and `requests.ts`.
const keys = {
  last: 'docfolio:backup:last',
  failure: 'docfolio:backup:failure',
  verified: 'docfolio:backup:verified',
  running: 'docfolio:backup:running',
  server: 'docfolio:backup:server',
  elsewhere: 'docfolio:backup:elsewhere',
  requests: 'docfolio:backup:requests',
} as const;
/** Seconds in which a request has to be taken. */
const requestLifetime = 30;

const time = z.iso.datetime();
const schemas = {
  last: z.object({ id: z.string(), started_at: time, bytes: z.int().min(0), beside_data: z.boolean().optional() }),
  failure: z.object({ at: time, message: z.string() }),
  verified: z.object({ at: time }),
  running: z.object({ step: z.enum(backupSteps), percent: z.int().min(0).max(100).nullable() }),
  server: z.object({ next_at: time.nullable() }),
};

/** Returns what is known of backups. @throws Error if Redis is unavailable */
export async function readBackups(redis: Redis): Promise<SystemBackups> {
  const texts = await redis.mget(keys.last, keys.failure, keys.verified, keys.running, keys.server, keys.elsewhere);
  const last = readStored(schemas.last, texts[0]);
  const failure = readStored(schemas.failure, texts[1]);
  const server = readStored(schemas.server, texts[4]);
  return {
    // A backup holds what was written before it began.
    last: last ? { id: last.id, at: last.started_at, bytes: last.bytes } : null,
    failure: failure ? { at: failure.at, message: withoutValues(failure.message) } : null,
    verified_at: readStored(schemas.verified, texts[2])?.at ?? null,
    running: readStored(schemas.running, texts[3]) ?? null,
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
export async function requestBackup(redis: Redis, request: 'create' | 'verify'): Promise<boolean> {
  if ((await redis.exists(keys.server)) === 0)
    throw new ProblemError('conflict', {
      detail:
        'Nothing that makes backups on request is running. Make one with npm run docfolio -- backup, or the CronJob.',
    });
  const step = request === 'create' ? 'starting' : 'verifying';
  const claim = JSON.stringify({ step, percent: null, by: 'request' });
  const claimed = await redis.set(keys.running, claim, 'EX', requestLifetime, 'NX');
  if (claimed === null) return false;
  await redis.lpush(keys.requests, request);
  await redis.expire(keys.requests, requestLifetime);
  return true;
}

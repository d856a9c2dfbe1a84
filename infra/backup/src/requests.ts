import { type BackupNote, backupKeys } from '@docfolio/service-kit/system/backup-notes';
import { Redis } from 'ioredis';
import { recordFailure, recordVerified } from './last-backup.js';
import { dropRequest, isRunning, RunningBackup } from './running-backup.js';
import { waitFor } from './wait-for.js';

/** Seconds of a blocking read; a request ends it. */
const blockingSeconds = 30;
/** Seconds that an announcement lasts. */
const lifetime = 75;
/** ms before the next read while Redis is unavailable. */
const retryDelay = 5_000;

/** Returns a connection for `serveRequests`. It reconnects until it is closed. */
export function blockingRedis(url: string): Redis {
  const redis = new Redis(url, { connectTimeout: 10_000, maxRetriesPerRequest: 1 });
  // The command that fails reports it.
  redis.on('error', () => undefined);
  return redis;
}

export interface RequestedWork {
  /** Makes a backup, as a program that reports its progress. @throws Error that says why it failed */
  create(): Promise<void>;
  /** Reads the newest backup back. @throws Error that says what is wrong */
  verify(): Promise<void>;
}

export interface ServeOptions extends RequestedWork {
  /** A connection of its own, which is blocked most of the time. */
  redis: Redis;
  /** Returns when the next backup is due by the schedule. Default: there is none. */
  nextDue?: (() => Date) | undefined;
  signal: AbortSignal;
  print: (line: string) => void;
}

/**
 * Serves requests for backups from the CRM until `signal`, which closes the connection, one at a time. Idle, it sends two
 * commands in 30 s.
 */
export async function serveRequests({ redis, nextDue, signal, print, ...work }: ServeOptions): Promise<void> {
  let isFailing = false;
  signal.addEventListener('abort', () => redis.disconnect());
  while (!signal.aborted) {
    try {
      const server: BackupNote['server'] = { next_at: nextDue?.().toISOString() ?? null };
      await redis.set(backupKeys.server, JSON.stringify(server), 'EX', lifetime);
      const [, request] = (await redis.brpop(backupKeys.requests, blockingSeconds)) ?? [];
      isFailing = false;
      if (request === 'create') await create(redis, work);
      if (request === 'verify') await verify(redis, work);
    } catch (error) {
      if (signal.aborted) return;
      if (!isFailing) print(`Requests for backups are not served, will retry: ${(error as Error).message}`);
      isFailing = true;
      await waitFor(retryDelay, signal);
    }
  }
}

async function create(redis: Redis, work: RequestedWork): Promise<void> {
  try {
    await work.create();
  } catch (error) {
    await recordUnlessRunning(redis, error);
  } finally {
    await dropRequest(redis);
  }
}

async function verify(redis: Redis, work: RequestedWork): Promise<void> {
  try {
    const running = await RunningBackup.begin(redis, 'verifying');
    try {
      await work.verify();
      await recordVerified(redis);
    } finally {
      await running.end();
    }
  } catch (error) {
    await recordUnlessRunning(redis, error);
  } finally {
    await dropRequest(redis);
  }
}

/** A backup that was refused because another one is being made has not failed. */
async function recordUnlessRunning(redis: Redis, error: unknown): Promise<void> {
  if (!(await isRunning(redis))) await recordFailure(redis, error);
}

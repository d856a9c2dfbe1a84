import { withTimeout } from '@docfolio/process/with-timeout';
import { Redis } from 'ioredis';
import type { Logger } from './logging.js';

/**
 * What a connection is for. `commands`: answers or fails within `commandTimeout`, nothing waits for a server that is
 * away. `blocking`: one command at a time that may stay open. `subscriber`: pub/sub. `bullmq`: workers.
 */
export type RedisRole = 'commands' | 'blocking' | 'subscriber' | 'bullmq';

/** Milliseconds that a command may take; with the client's default a dead server held a request for 6 s (measured). */
export const commandTimeout = 2_000;
/** Milliseconds that a process waits for Redis when it boots. */
export const bootTimeout = 10_000;
/** Seconds that a blocking command waits before it is asked again. */
export const blockingTimeout = 2;
/** Milliseconds between attempts to reconnect: a server that is back is used again within this time. */
const reconnectDelay = 250;

/**
 * Connects to Redis; it goes on reconnecting until it is told to quit. A connection that is lost and found again is one
 * log line each.
 */
export function connectRedis(url: string, role: RedisRole, logger: Logger): Redis {
  const redis = new Redis(url, {
    connectTimeout: 3_000,
    retryStrategy: (times) => Math.min(50 * times, reconnectDelay),
    maxLoadingRetryTime: 500,
    ...optionsOf(role),
  });
  let lost = false;
  redis.on('error', (error) => {
    if (lost) return;
    lost = true;
    logger.warn({ err: error, role }, 'redis lost');
  });
  redis.on('ready', () => {
    if (lost) logger.info({ role }, 'redis is back');
    lost = false;
  });
  return redis;
}

/** Nothing is sent twice on its own: whoever sent it decides whether that is safe. */
const failFast = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  // Not null: commands that were under way when the connection broke would then stay pending for ever.
  maxRetriesPerRequest: 0,
};

function optionsOf(role: RedisRole) {
  switch (role) {
    case 'commands':
      return { ...failFast, commandTimeout };
    case 'blocking':
      // A server that has gone silent without closing the connection. Not the client's own blockingTimeout: that drops
      // a reply that comes late, and with it the requests that were popped.
      return { ...failFast, socketTimeout: blockingTimeout * 1_000 + 5_000 };
    case 'subscriber':
      return { autoResubscribe: true, maxRetriesPerRequest: null };
    case 'bullmq':
      return { maxRetriesPerRequest: null };
  }
}

/**
 * Resolves once the connection can be used.
 * @param timeout milliseconds
 * @throws Error after `timeout`, or when the connection has been ended
 */
export async function whenReady(redis: Redis, timeout: number): Promise<void> {
  if (redis.status === 'ready') return;
  await withTimeout(nextReady(redis), timeout, () => new Error('Redis is not available'));
}

const awaited = new WeakMap<Redis, Promise<void>>();

/** One pair of listeners a connection, however many calls wait for it. */
function nextReady(redis: Redis): Promise<void> {
  if (redis.status === 'end') return Promise.reject(new Error('The connection to Redis has ended'));
  let next = awaited.get(redis);
  if (!next) {
    next = new Promise<void>((resolve, reject) => {
      const settle = (settled: () => void) => {
        awaited.delete(redis);
        redis.off('ready', onReady);
        redis.off('end', onEnd);
        settled();
      };
      const onReady = () => settle(resolve);
      const onEnd = () => settle(() => reject(new Error('The connection to Redis has ended')));
      redis.on('ready', onReady);
      redis.on('end', onEnd);
    });
    next.catch(() => undefined);
    awaited.set(redis, next);
  }
  return next;
}

/** Ends a connection; answers that are under way are waited for, a server that is away is not. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') return redis.disconnect();
  await redis.quit().catch(() => redis.disconnect());
}

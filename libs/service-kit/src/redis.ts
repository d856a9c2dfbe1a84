import { withTimeout } from '@docfolio/process/with-timeout';
import { Redis, type RedisOptions } from 'ioredis';
import { StandaloneConnector } from 'ioredis/built/connectors/index.js';
import type { Logger } from './logging.js';

/** Use of a connection: `commands` reply or fail within 2 s, `blocking` may wait for data, `subscriber`: pub/sub. */
export type RedisRole = 'commands' | 'blocking' | 'subscriber' | 'bullmq';

/** ms after which a command fails, half of a call's deadline. */
export const commandTimeout = 2_000;
/** ms that a process waits for Redis at start. */
export const bootTimeout = 10_000;
/** Seconds after which Redis ends a blocking command without data. */
export const blockingTimeout = 10;
const reconnectDelay = 250;

/**
 * The client listens to the first error of a connection only. A TLS connection can have two, such as an untrusted
 * certificate and the alert of the server; the second one would end the process.
 */
class TolerantConnector extends StandaloneConnector {
  override async connect(...args: Parameters<StandaloneConnector['connect']>) {
    const stream = await super.connect(...args);
    stream.on('error', () => undefined);
    return stream;
  }
}

/** Returns a client that reconnects until closed. The caller listens to its errors. */
export function newRedis(url: string, role: RedisRole): Redis {
  return new Redis(url, {
    connectTimeout: 3_000,
    retryStrategy: (times) => Math.min(50 * times, reconnectDelay),
    maxLoadingRetryTime: 500,
    Connector: TolerantConnector as NonNullable<RedisOptions['Connector']>,
    ...optionsOf(role),
  });
}

/** Returns a client that reconnects until closed. Logs the first error of each outage and the reconnection. */
export function connectRedis(url: string, role: RedisRole, logger: Logger): Redis {
  const redis = newRedis(url, role);
  let lost = false;
  redis.on('error', (error) => {
    if (lost) return;
    lost = true;
    logger.warn({ err: error, role }, 'redis connection lost');
  });
  redis.on('ready', () => {
    if (lost) logger.info({ role }, 'redis reconnected');
    lost = false;
  });
  return redis;
}

/** Options that fail commands on disconnection and never resend them: only the caller knows which are repeatable. */
const failFast = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  // Not null: commands in flight when the connection broke would stay pending forever.
  maxRetriesPerRequest: 0,
};

function optionsOf(role: RedisRole) {
  switch (role) {
    case 'commands':
      return { ...failFast, commandTimeout };
    case 'blocking':
      // Detects a silent server. The client's `blockingTimeout` would drop a late reply with popped requests.
      return { ...failFast, socketTimeout: blockingTimeout * 1_000 + 5_000 };
    case 'subscriber':
      return { autoResubscribe: true, maxRetriesPerRequest: null };
    case 'bullmq':
      return { maxRetriesPerRequest: null };
  }
}

/** Resolves once the connection is usable. @throws Error after `timeout` ms, or if the connection was closed */
export async function whenReady(redis: Redis, timeout: number): Promise<void> {
  if (redis.status === 'ready') return;
  await withTimeout(nextReady(redis), timeout, () => new Error('Redis is not available'));
}

const awaited = new WeakMap<Redis, Promise<void>>();

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

/** Closes a connection, after pending replies if it is connected. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') return redis.disconnect();
  await redis.quit().catch(() => redis.disconnect());
}

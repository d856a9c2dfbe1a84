import type { redisFlaws } from '@docfolio/contracts/entities/system';
import { withoutValues } from '@docfolio/process/without-values';
import type { Redis } from 'ioredis';
import type { Logger } from './logging.js';
import { newRedis, whenReady } from './redis.js';
import { UnusableStoreError } from './unusable-store.js';

/** Request/reply needs BLMPOP, new in Redis 7 (https://redis.io/docs/latest/commands/blmpop/). */
const oldestRedis = 7;
/** ms in which Redis has to respond at start, so that a wrong address is reported within 5 s. */
const startTimeout = 4_000;

/** Why a Redis must not hold accepted messages. `evicts`: it removes keys when its memory is full. */
export type RedisFlaw = (typeof redisFlaws)[number];

export interface FoundFlaw {
  flaw: RedisFlaw;
  /** The value that shows it: a policy or version. */
  value: string;
}

const reasons: Record<RedisFlaw, (value: string) => string> = {
  read_only: () => 'it is a read-only replica, and the primary is needed',
  evicts: (policy) =>
    `it may evict accepted messages (maxmemory-policy ${policy}), and needs maxmemory-policy noeviction`,
  not_stored: () => 'it stores accepted messages only in memory, and needs appendonly yes',
  too_old: (version) => `it is version ${version}, and ${oldestRedis} or newer is needed`,
  unchecked: () => 'whether it stores accepted messages on disk cannot be checked, as it refuses CONFIG GET',
};

/** Flaws with which a developer may want to work. The others keep the platform from working. */
const tolerable: readonly RedisFlaw[] = ['evicts', 'not_stored'];

/**
 * Returns the flaws in the output of INFO.
 * @param snapshots the setting `save`; undefined if it cannot be read
 */
export function flawsOf(info: string, snapshots: string | undefined): FoundFlaw[] {
  const value = (field: string) => new RegExp(`^${field}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const version = value('redis_version');
  const policy = value('maxmemory_policy');
  const found: FoundFlaw[] = [];
  if (value('role') === 'slave' && value('slave_read_only') !== '0') found.push({ flaw: 'read_only', value: '' });
  if (policy !== '' && policy !== 'noeviction') found.push({ flaw: 'evicts', value: policy });
  if (value('aof_enabled') !== '1') {
    // A server that has written a snapshot takes them, even if it hides its settings.
    const takesSnapshots = snapshots === undefined ? Number(value('rdb_saves')) > 0 : snapshots !== '';
    if (!takesSnapshots) found.push({ flaw: snapshots === undefined ? 'unchecked' : 'not_stored', value: '' });
  }
  if (Number.parseInt(version, 10) < oldestRedis) found.push({ flaw: 'too_old', value: version });
  return found;
}

/** Returns what is wrong with a Redis, in two commands. @param info output of INFO @throws Error if it is unavailable */
export async function readRedisFlaws(redis: Redis, info?: string): Promise<FoundFlaw[]> {
  const output = info ?? (await redis.info());
  if (/^aof_enabled:1/m.test(output)) return flawsOf(output, undefined);
  return flawsOf(output, await snapshotsOf(redis));
}

/** Managed servers, and users without administrative permissions, refuse CONFIG. */
async function snapshotsOf(redis: Redis): Promise<string | undefined> {
  try {
    const [, save] = (await redis.config('GET', 'save')) as string[];
    return save;
  } catch (error) {
    if ((error as Error).name === 'ReplyError') return undefined;
    throw error;
  }
}

export interface RedisRequirement {
  redisUrl: string;
  logger: Pick<Logger, 'warn'>;
  /** Whether ALLOW_UNSAFE_REDIS accepts that messages can be lost. */
  isUnsafeAllowed: boolean;
}

/** Checks at start that Redis can be used, and loses nothing. @throws UnusableStoreError within 5 s */
export async function requireRedis({ redisUrl, logger, isUnsafeAllowed }: RedisRequirement): Promise<void> {
  const unusable = (reason: string) => new UnusableStoreError('REDIS_URL', `Redis at ${addressOf(redisUrl)}`, reason);
  const redis = newRedis(redisUrl, 'commands');
  let problem = 'it does not respond';
  redis.on('error', (error) => {
    problem = error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
  });
  try {
    await whenReady(redis, startTimeout).catch(() => {
      throw unusable(problem);
    });
    const flaws = await readRedisFlaws(redis).catch((error: Error) => {
      throw unusable(error.message);
    });
    for (const { flaw, value } of flaws) {
      const isAccepted = flaw === 'unchecked' || (isUnsafeAllowed && tolerable.includes(flaw));
      if (!isAccepted) throw unusable(reasons[flaw](value));
      logger.warn({ flaw, reason: reasons[flaw](value) }, 'redis may lose accepted messages');
    }
  } finally {
    redis.disconnect();
  }
}

function addressOf(url: string): string {
  const { protocol, host } = new URL(url);
  return withoutValues(`${protocol}//${host}`);
}

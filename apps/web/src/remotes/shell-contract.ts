import { shellContractInterval, shellContractLifetime, shellContracts } from '@docfolio/contracts/remote';
import type { FeedLogger } from '@docfolio/edge/invalidation-feed';
import { Redis } from 'ioredis';

interface AnnouncementOptions {
  redisUrl: string;
  /** Contract hash of this process' shell. */
  contract: string;
  logger: FeedLogger;
}

/**
 * Announces the contract hash of the own shell in Redis every 30 s, so that no build can be promoted that does not fit
 * it. While Redis is down, announcements are skipped.
 */
export function announceContract({ redisUrl, contract, logger }: AnnouncementOptions) {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 0, enableOfflineQueue: false, lazyConnect: true });
  let isFailing = false;
  const announce = async () => {
    try {
      if (redis.status === 'wait') await redis.connect();
      await redis.zadd(shellContracts, Date.now() + shellContractLifetime, contract);
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error }, 'contract of the shell not announced');
      isFailing = true;
    }
  };
  // The reason of a lost connection is logged by the next announcement.
  redis.on('error', () => undefined);
  redis.on('ready', () => void announce());
  void announce();
  const timer = setInterval(announce, shellContractInterval);
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      redis.disconnect();
    },
  };
}

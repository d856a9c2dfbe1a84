import { shellContractInterval, shellContractLifetime, shellContracts } from '@docfolio/contracts/entities/remote';
import { pageKeyLifetime, pageKeys } from '@docfolio/contracts/entities/remote-report';
import type { FeedLogger } from '@docfolio/edge/invalidation-feed';
import type { PageTokens } from '@docfolio/remote-build/page-token';
import { Redis } from 'ioredis';

interface AnnouncementOptions {
  redisUrl: string;
  /** Contract hash of this process' shell. */
  contract: string;
  pageTokens: Pick<PageTokens, 'keyId' | 'publicKey'> | undefined;
  logger: FeedLogger;
}

/**
 * Announces in Redis every 30 s the contract hash of the own shell, so that no build can be promoted that does not fit it,
 * and the key that signs the tokens of pages, so that their reports count. While Redis is down, announcements are skipped.
 */
export function announceShell({ redisUrl, contract, pageTokens, logger }: AnnouncementOptions) {
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 0, enableOfflineQueue: false, lazyConnect: true });
  let isFailing = false;
  const announce = async () => {
    try {
      if (redis.status === 'wait') await redis.connect();
      await redis.zadd(shellContracts, Date.now() + shellContractLifetime, contract);
      if (pageTokens) {
        const { keyId, publicKey: key } = pageTokens;
        await redis.hset(pageKeys, keyId, JSON.stringify({ key, until: Date.now() + pageKeyLifetime }));
      }
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

import { pageKey, pageKeys, pageTokenLifetime } from '@docfolio/contracts/entities/remote-report';
import { openPageToken, pageTokenKeyId, type ServedPage } from '@docfolio/remote-build/page-token';
import type { Logger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** ms that a call waits for the connection to Redis. */
const connectionTimeout = 2_000;
/** ms by which the clock of a web process may be ahead. */
const clockSkew = 60_000;

/** Verifies the tokens of pages with the keys that the web processes announce. */
export class ServedPages implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(redisUrl: string, logger: Logger) {
    this.redis = connectRedis(redisUrl, 'commands', logger);
  }

  /** Returns the page of a token; undefined if no web process has signed it, or it has expired. */
  async open(token: string, now = Date.now()): Promise<ServedPage | undefined> {
    await whenReady(this.redis, connectionTimeout);
    const announced = await this.redis.hget(pageKeys, pageTokenKeyId(token));
    if (announced === null) return undefined;
    const known = pageKeyOf(announced);
    const page = known && known.until > now ? openPageToken(token, known.key) : undefined;
    if (!page || page.servedAt > now + clockSkew || page.servedAt <= now - pageTokenLifetime * 1_000) return undefined;
    return page;
  }

  /** Removes the keys of processes that ended. The user of the web processes in Redis cannot let them expire. */
  async removeExpiredKeys(now = Date.now()): Promise<void> {
    await whenReady(this.redis, connectionTimeout);
    const expired = Object.entries(await this.redis.hgetall(pageKeys)).flatMap(([id, announced]) =>
      (pageKeyOf(announced)?.until ?? 0) <= now ? [id] : [],
    );
    if (expired.length > 0) await this.redis.hdel(pageKeys, ...expired);
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }
}

/** Returns an announced key; undefined for what is none: the web processes, which run the code of remotes, may write there. */
function pageKeyOf(announced: string) {
  try {
    return pageKey.safeParse(JSON.parse(announced)).data;
  } catch {
    return undefined;
  }
}

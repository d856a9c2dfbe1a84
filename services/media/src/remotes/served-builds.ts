import { reportsKey, type UnservedBuild } from '@docfolio/process/system/process-report';
import { currentReports, unservedBuilds } from '@docfolio/process/system/unserved-builds';
import type { Logger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** ms that a call waits for the connection to Redis. */
const reconnectTimeout = 2_000;

/** Reads what the web processes report of the builds that they should serve. */
export class ServedBuilds implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(redisUrl: string, logger: Logger) {
    this.redis = connectRedis(redisUrl, 'commands', logger);
  }

  /** Returns the builds that a web process cannot serve. */
  async unserved(): Promise<UnservedBuild[]> {
    await whenReady(this.redis, reconnectTimeout);
    return unservedBuilds(currentReports(await this.redis.hvals(reportsKey('web')), Date.now()));
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }
}

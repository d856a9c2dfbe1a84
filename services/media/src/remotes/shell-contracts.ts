import { shellContracts } from '@docfolio/contracts/remote';
import type { Logger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** ms that a call waits for the connection to Redis. */
const reconnectTimeout = 2_000;

/** Reads the contract hashes that the web processes announce for their shells. */
export class ShellContracts implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(redisUrl: string, logger: Logger) {
    this.redis = connectRedis(redisUrl, 'commands', logger);
  }

  /** Returns the contract hashes of the shells that run now: several during a rolling upgrade. */
  async running(): Promise<string[]> {
    await whenReady(this.redis, reconnectTimeout);
    return this.redis.zrangebyscore(shellContracts, `(${Date.now()}`, '+inf');
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }
}

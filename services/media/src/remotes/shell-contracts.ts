import { shellContractLifetime, shellContracts } from '@docfolio/contracts/entities/remote';
import type { Logger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** ms that a call waits for the connection to Redis. */
const reconnectTimeout = 2_000;
/** ms by which the clock of another machine may be ahead. */
const clockSkew = 60_000;

/** Reads the contract hashes that the web processes announce for their shells. */
export class ShellContracts implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(redisUrl: string, logger: Logger) {
    this.redis = connectRedis(redisUrl, 'commands', logger);
  }

  /**
   * Returns the contract hashes of the shells that run now: several during a rolling upgrade. Removes those that expire
   * later than an announcement can: they would block promotions until then.
   */
  async running(): Promise<string[]> {
    await whenReady(this.redis, reconnectTimeout);
    const now = Date.now();
    const latest = now + shellContractLifetime + clockSkew;
    await this.redis.zremrangebyscore(shellContracts, `(${latest}`, '+inf');
    return this.redis.zrangebyscore(shellContracts, `(${now}`, latest);
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }
}

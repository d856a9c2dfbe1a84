import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { type DynamicModule, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Redis connection for commands, which fail within 2 s while Redis is down. */
export const edgeRedisToken = Symbol('Redis of limits and grants');

/** Closes the connection after the requests that use it. */
@Injectable()
class RedisLifecycle implements OnApplicationShutdown {
  constructor(@Inject(edgeRedisToken) private readonly redis: Redis) {}

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }
}

@Module({})
export class RedisModule {
  static forRoot(url: string): DynamicModule {
    return {
      module: RedisModule,
      global: true,
      providers: [
        {
          provide: edgeRedisToken,
          inject: [loggerToken],
          useFactory: (logger: Logger) => connectRedis(url, 'commands', logger),
        },
        RedisLifecycle,
      ],
      exports: [edgeRedisToken],
    };
  }
}

import { type DynamicModule, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { type Logger, loggerToken } from '../logging.js';
import type { ObjectStore } from '../object-store/object-store.js';
import { objectStoreToken } from '../object-store/object-store.module.js';
import { closeRedis, connectRedis } from '../redis.js';
import { type BytesOptions, bytesRoute } from './bytes-routes.js';
import { type BytesAddress, BytesListener } from './bytes-server.js';
import { DownloadTickets } from './download-tickets.js';

const ticketsRedisToken = Symbol('Redis of download tickets');

export interface BytesModuleOptions extends BytesOptions, BytesAddress {
  redisUrl: string;
}

@Injectable()
class TicketsLifecycle implements OnApplicationShutdown {
  constructor(@Inject(ticketsRedisToken) private readonly redis: Redis) {}

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }
}

/** Serves the service's files to the gateway and provides `DownloadTickets`. Needs the ObjectStoreModule. */
@Module({})
export class BytesModule {
  static forRoot(options: BytesModuleOptions): DynamicModule {
    return {
      module: BytesModule,
      global: true,
      providers: [
        {
          provide: BytesListener,
          inject: [objectStoreToken, loggerToken],
          useFactory: (store: ObjectStore, logger: Logger) =>
            new BytesListener(options, bytesRoute(options, store, logger), logger),
        },
        {
          provide: ticketsRedisToken,
          inject: [loggerToken],
          useFactory: (logger: Logger) => connectRedis(options.redisUrl, 'commands', logger),
        },
        {
          provide: DownloadTickets,
          inject: [ticketsRedisToken],
          useFactory: (redis: Redis) => new DownloadTickets(redis),
        },
        TicketsLifecycle,
      ],
      exports: [DownloadTickets],
    };
  }
}

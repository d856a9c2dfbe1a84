import { type DynamicModule, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { InternalRoutes } from '../internal-routes.js';
import { LOGGER, type Logger } from '../logging.js';
import type { ObjectStore } from '../object-store/object-store.js';
import { OBJECT_STORE } from '../object-store/object-store.module.js';
import { closeRedis, connectRedis } from '../redis.js';
import { type BytesOptions, bytesPrefix, bytesRoute } from './bytes-routes.js';
import { DownloadTickets } from './download-tickets.js';

const OPTIONS = Symbol('BytesModuleOptions');
const TICKETS_REDIS = Symbol('Redis of download tickets');

export interface BytesModuleOptions extends BytesOptions {
  redisUrl: string;
}

@Injectable()
class BytesLifecycle implements OnApplicationShutdown {
  constructor(
    @Inject(OPTIONS) options: BytesModuleOptions,
    @Inject(OBJECT_STORE) store: ObjectStore,
    @Inject(InternalRoutes) routes: InternalRoutes,
    @Inject(LOGGER) logger: Logger,
    @Inject(TICKETS_REDIS) private readonly redis: Redis,
  ) {
    routes.add(bytesPrefix, bytesRoute(options, store, logger));
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }
}

/** Lets the gateway fetch the service's files, and links to them be made. Needs the ObjectStoreModule beside it. */
@Module({})
export class BytesModule {
  static forRoot(options: BytesModuleOptions): DynamicModule {
    return {
      module: BytesModule,
      global: true,
      providers: [
        { provide: OPTIONS, useValue: options },
        {
          provide: TICKETS_REDIS,
          inject: [LOGGER],
          useFactory: (logger: Logger) => connectRedis(options.redisUrl, 'commands', logger),
        },
        { provide: DownloadTickets, inject: [TICKETS_REDIS], useFactory: (redis: Redis) => new DownloadTickets(redis) },
        BytesLifecycle,
      ],
      exports: [DownloadTickets],
    };
  }
}

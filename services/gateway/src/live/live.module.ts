import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Grants } from '../access/grants.js';
import { edgeRedisToken } from '../redis.module.js';
import { LiveController } from './live.controller.js';
import { LiveHub } from './live-hub.js';

/** Ends the streams before the HTTP server waits for its connections to close. */
@Injectable()
class LiveLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(LiveHub) private readonly hub: LiveHub) {}

  onApplicationBootstrap(): void {
    this.hub.start();
  }

  beforeApplicationShutdown(): void {
    this.hub.stop();
  }
}

@Module({})
export class LiveModule {
  static forRoot(redisUrl: string, auth: DynamicModule): DynamicModule {
    return {
      module: LiveModule,
      imports: [auth],
      controllers: [LiveController],
      providers: [
        {
          provide: LiveHub,
          inject: [edgeRedisToken, Grants, loggerToken],
          useFactory: (commands: Redis, grants: Grants, logger: Logger) =>
            new LiveHub({ redisUrl, commands, grants, logger }),
        },
        LiveLifecycle,
      ],
    };
  }
}

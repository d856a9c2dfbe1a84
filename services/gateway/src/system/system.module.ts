import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { GatewayConfig } from '../config.schema.js';
import { edgeRedisToken } from '../redis.module.js';
import { JobsService } from './jobs.service.js';
import { QueueReader } from './queue-reader.js';
import { SystemHandlers } from './system.handlers.js';
import { SystemService } from './system.service.js';

/** ms between two checks while no CRM shows the state of the system. */
const watchInterval = 45_000;

@Injectable()
class SystemLifecycle implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private watching: Promise<void> = Promise.resolve();

  constructor(
    @Inject(SystemService) private readonly system: SystemService,
    @Inject(QueueReader) private readonly queues: QueueReader,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.watching = this.system.watch();
    }, watchInterval).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.watching;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
  }
}

/** The System page of the CRM: state of all processes, queues, backups and stores; jobs; backups on request. */
@Module({})
export class SystemModule {
  static forRoot({ BACKUP_ELSEWHERE }: Pick<GatewayConfig, 'BACKUP_ELSEWHERE'>): DynamicModule {
    const watchesBackups = BACKUP_ELSEWHERE === 'off';
    return {
      module: SystemModule,
      providers: [
        { provide: QueueReader, inject: [edgeRedisToken], useFactory: (redis: Redis) => new QueueReader(redis) },
        {
          provide: SystemService,
          inject: [edgeRedisToken, QueueReader, loggerToken],
          useFactory: (redis: Redis, queues: QueueReader, logger: Logger) =>
            new SystemService(redis, queues, logger, watchesBackups),
        },
        {
          provide: JobsService,
          inject: [edgeRedisToken, QueueReader],
          useFactory: (redis: Redis, queues: QueueReader) => new JobsService(redis, queues),
        },
        SystemHandlers,
        SystemLifecycle,
      ],
      exports: [SystemHandlers],
    };
  }
}

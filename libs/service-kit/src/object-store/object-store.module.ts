import { HealthRegistry } from '@docfolio/process/health';
import { type DynamicModule, Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { type Logger, loggerToken } from '../logging.js';
import { ObjectStoreRefusedError } from './minio-object-store.js';
import { type ObjectStoreConfig, openObjectStore } from './object-store.config.js';
import type { ObjectStore } from './object-store.js';
import { TracedObjectStore } from './traced-object-store.js';

export const objectStoreToken = Symbol('ObjectStore');

/** Checks the store at start: the service starts unready if it is down, and not at all if it refuses access. */
@Injectable()
class ObjectStoreLifecycle implements OnModuleInit {
  constructor(
    @Inject(objectStoreToken) private readonly store: ObjectStore,
    @Inject(HealthRegistry) private readonly health: HealthRegistry,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.health.add('objects', () => this.store.ready());
    await this.store.ready().catch((error: unknown) => {
      if (error instanceof ObjectStoreRefusedError) throw error;
      this.logger.warn({ err: error }, 'object store unavailable');
    });
  }
}

@Module({})
export class ObjectStoreModule {
  /** Provides the configured object store to the whole service. @param config checked by `requireObjectStore` */
  static forRoot(config: ObjectStoreConfig, bucket: string): DynamicModule {
    const store = new TracedObjectStore(openObjectStore(config, bucket), bucket);
    return {
      module: ObjectStoreModule,
      global: true,
      providers: [{ provide: objectStoreToken, useValue: store }, ObjectStoreLifecycle],
      exports: [objectStoreToken],
    };
  }
}

import { type DynamicModule, Inject, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { HealthRegistry } from '../health.js';
import { LOGGER, type Logger } from '../logging.js';
import { type ObjectStoreConfig, openObjectStore } from './object-store.config.js';
import type { ObjectStore } from './object-store.js';

/** Provider token of the process' ObjectStore. */
export const OBJECT_STORE = Symbol('ObjectStore');

/** A store that is away doesn't keep a service from doing what needs no files: it is not ready, and boots. */
@Injectable()
class ObjectStoreLifecycle implements OnApplicationBootstrap {
  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(HealthRegistry) private readonly health: HealthRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.health.add('objects', () => this.store.ready());
    await this.store.ready().catch((error: unknown) => this.logger.warn({ err: error }, 'object store away'));
  }
}

/** The service's own files. Needs the KitModule beside it. */
@Module({})
export class ObjectStoreModule {
  /** @throws ConfigError when the configuration names no store */
  static forRoot(config: ObjectStoreConfig, bucket: string): DynamicModule {
    const store = openObjectStore(config, bucket);
    return {
      module: ObjectStoreModule,
      global: true,
      providers: [{ provide: OBJECT_STORE, useValue: store }, ObjectStoreLifecycle],
      exports: [OBJECT_STORE],
    };
  }
}

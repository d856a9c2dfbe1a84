import type { NamedOperation } from '@docfolio/contracts/operations';
import type { HealthRegistry } from '@docfolio/process/health';
import { KitModule } from '@docfolio/service-kit/kit.module';
import type { Logger } from '@docfolio/service-kit/logging';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { RpcClientModule } from '@docfolio/service-kit/rpc/rpc.module';
import { type DynamicModule, Module } from '@nestjs/common';
import { ApiTokensHandlers } from './api-tokens/api-tokens.handlers.js';
import { AuditModule } from './audit/audit.module.js';
import { AuditHandlers } from './audit-list/audit.handlers.js';
import { AuthModule } from './auth.module.js';
import type { GatewayConfig } from './config.schema.js';
import { databaseOf } from './database.js';
import { DownloadsModule } from './downloads/downloads.module.js';
import { GracefulStop } from './http/graceful-stop.js';
import { ImagesModule } from './images/images.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { LiveModule } from './live/live.module.js';
import { StoreMetricsModule } from './metrics/store-metrics.js';
import { NewsletterModule } from './newsletter/newsletter.module.js';
import { ReferenceModule } from './openapi/reference.module.js';
import { findHandlers } from './operations/answers.js';
import { OperationsModule } from './operations/operations.module.js';
import type { ResponseCache } from './operations/response-cache.js';
import { RemoteOverridesHandlers } from './overrides/remote-overrides.handlers.js';
import { RecoveryHandlers } from './recovery/recovery.handlers.js';
import { RedisModule } from './redis.module.js';
import { RemotesModule } from './remotes/remotes.module.js';
import { SessionsHandlers } from './sessions/sessions.handlers.js';
import { SystemHandlers } from './system/system.handlers.js';
import { SystemModule } from './system/system.module.js';

export interface AppOptions {
  config: GatewayConfig;
  logger: Logger;
  operations: readonly NamedOperation[];
  responses: ResponseCache;
  health: HealthRegistry;
}

/** Classes with handlers of the gateway's own operations. */
export const handlers = [
  SessionsHandlers,
  RecoveryHandlers,
  ApiTokensHandlers,
  RemoteOverridesHandlers,
  AuditHandlers,
  SystemHandlers,
];

@Module({})
export class AppModule {
  static forRoot({ config, logger, operations, responses, health }: AppOptions): DynamicModule {
    const redisUrl = config.REDIS_URL;
    const system = SystemModule.forRoot(config);
    const auth = AuthModule.forRoot(config.JWT_SECRET);
    const named = new Map([...findHandlers(operations, handlers)].map(([key, { problems }]) => [key, problems]));
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ name: 'gateway', version: config.DOCFOLIO_VERSION, redisUrl, logger, health }),
        MongoModule.forRoot(databaseOf(config)),
        RpcClientModule.forRoot({ redisUrl }),
        RedisModule.forRoot(redisUrl),
        LimitsModule.forRoot(config),
        AuditModule.forRoot(config.AUDIT_DAYS, operations),
        auth,
        OperationsModule.forRoot({ operations, handlers, imports: [auth, system], responses }),
        LiveModule.forRoot(redisUrl, auth),
        DownloadsModule.forRoot(config),
        ImagesModule.forRoot(config, auth),
        RemotesModule.forRoot(config, auth),
        NewsletterModule,
        StoreMetricsModule,
        system,
        ReferenceModule.forRoot(operations, named),
      ],
      providers: [GracefulStop],
    };
  }
}

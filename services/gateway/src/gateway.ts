import 'reflect-metadata';
import { defaultBodyLimit } from '@docfolio/contracts/core/operation';
import { allOperations, type NamedOperation } from '@docfolio/contracts/operations';
import { AddressLimit } from '@docfolio/edge/address-limit';
import { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import type { SlowClientLimits } from '@docfolio/edge/slow-clients';
import { HealthRegistry } from '@docfolio/process/health';
import { type Metrics, startMetrics } from '@docfolio/process/metrics/metrics';
import { startTracing, type Tracing } from '@docfolio/process/tracing/tracing';
import { type Logger, NestPinoLogger } from '@docfolio/service-kit/logging';
import { requireRedis } from '@docfolio/service-kit/redis-requirements';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.schema.js';
import { handWrittenRoutes } from './hand-written-routes.js';
import { apiPrefix } from './http/api-prefix.js';
import { createHttpAdapter } from './http/http-adapter.js';
import { KnownPaths } from './http/known-paths.js';
import { ProblemFilter } from './http/problem.filter.js';
import { ResponseCache } from './operations/response-cache.js';

const mebibyte = 1024 * 1024;

export interface GatewayOptions {
  config: GatewayConfig;
  logger: Logger;
  operations?: readonly NamedOperation[];
  slowClients?: SlowClientLimits;
}

export interface Gateway {
  app: NestFastifyApplication;
  health: HealthRegistry;
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
}

/** Creates the gateway; `app.listen` starts it. @throws Error if `access` or a handler is missing, or MongoDB down */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, logger, operations = allOperations(), slowClients } = options;
  const { REDIS_URL: redisUrl, ALLOW_UNSAFE_REDIS: allowed } = config;
  await requireRedis({ redisUrl, logger, isUnsafeAllowed: allowed !== undefined });
  const health = new HealthRegistry();
  const metrics = await startMetrics({ config, service: 'gateway', health });
  const tracing = await startTracing({ config, service: 'gateway', log: logger });
  const filter = new ProblemFilter(new KnownPaths(operations, apiPrefix, handWrittenRoutes), logger);
  const limit = new AddressLimit(config.RATE_LIMIT === 'on' ? config.RATE_LIMIT_REQUESTS : Number.POSITIVE_INFINITY);
  const feed = new InvalidationFeed({ redisUrl, logger });
  const responses = new ResponseCache({ feed, maxBytes: config.CACHE_SIZE * mebibyte, limit });
  const adapter = createHttpAdapter({
    proxies: config.TRUSTED_PROXIES,
    filter,
    addressLimit: limit,
    health,
    logger,
    bodyLimit: defaultBodyLimit,
    responses,
    slowClients,
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot({ config, logger, operations, responses, health }),
    adapter,
    { logger: new NestPinoLogger(logger), abortOnError: false, bodyParser: false, forceCloseConnections: false },
  );
  app.useGlobalFilters(filter);
  return { app, health, metrics, tracing };
}

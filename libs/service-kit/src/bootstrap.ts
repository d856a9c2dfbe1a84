import 'reflect-metadata';
import type { DomainEvent } from '@docfolio/contracts/event';
import type { Operation, ServiceName } from '@docfolio/contracts/operation';
import { operationsOf } from '@docfolio/contracts/operations';
import { type INestMicroservice, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { BaseConfig } from './config.js';
import { HealthRegistry, type HealthServer, startHealthServer } from './health.js';
import { InternalRoutes } from './internal-routes.js';
import { KitModule } from './kit.module.js';
import { createLogger, type Logger, NestPinoLogger } from './logging.js';
import { OperationRunner } from './rpc/operation-runner.js';
import { RethrowFilter } from './rpc/rethrow.filter.js';
import { RpcServer } from './rpc/rpc-server.js';

/** Milliseconds from SIGTERM to the end of the process, whatever still runs. */
const shutdownLimit = 14_000;

export interface ServiceOptions {
  name: ServiceName;
  module: Type;
  /** The database is the module's own matter. */
  config: Omit<BaseConfig, 'MONGODB_URI'>;
  logger?: Logger;
  /** The service's operations; what the contracts say by default. */
  operations?: readonly Operation[];
  /** The events that it subscribes to; what the contracts say by default. */
  subscribed?: readonly DomainEvent[];
  /** The events that it may raise; the platform's by default. */
  raised?: readonly DomainEvent[];
  /** Requests served at a time; 64 by default. */
  concurrency?: number;
}

export interface RunningService {
  app: INestMicroservice;
  /** Of /healthz and /readyz. */
  healthPort: number;
  /** Finishes what is in flight and closes everything; the process goes on. */
  stop(): Promise<void>;
}

/**
 * Runs a service: its requests, submissions, events and jobs, with health probes, until SIGTERM or SIGINT. Then: no new
 * work, what is in flight is finished, connections close, exit 0 within 15 s. A service that cannot start (a handler is
 * missing, there are two, a backing server is away) exits with 1 and one line that says why.
 */
export async function runService(options: ServiceOptions): Promise<RunningService> {
  const { name, config } = options;
  const logger = options.logger ?? createLogger(name, config.LOG_LEVEL);
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'a failure that nobody handled');
    void flushed(logger).then(() => process.exit(1));
  });
  try {
    const service = await start(options, logger);
    stopOnSignal(service, logger);
    logger.info({ port: service.healthPort }, 'ready');
    return service;
  } catch (error) {
    logger.fatal({ err: error }, 'the service cannot start');
    await flushed(logger);
    process.exit(1);
  }
}

/** `runService` without signals and exit codes. @throws Error when the service cannot start */
export async function startService(options: ServiceOptions, logger: Logger): Promise<RunningService> {
  return start(options, logger);
}

async function start(options: ServiceOptions, logger: Logger): Promise<RunningService> {
  const { name, module, config, subscribed, raised, concurrency } = options;
  const redisUrl = config.REDIS_URL;
  const operations = options.operations ?? operationsOf(name).map(({ operation }) => operation);
  const runner = new OperationRunner(operations, logger);
  const server = new RpcServer({ service: name, redisUrl, runner, logger, concurrency });

  @Module({ imports: [KitModule.forRoot({ name, redisUrl, logger, subscribed, raised, runner }), module] })
  class ServiceModule {}

  let app: INestMicroservice | undefined;
  try {
    app = await NestFactory.createMicroservice(ServiceModule, {
      strategy: server,
      logger: new NestPinoLogger(logger),
      abortOnError: false,
    });
    app.useGlobalFilters(new RethrowFilter());
    const health = app.get(HealthRegistry);
    health.add('rpc', () => server.check());
    // Not `init` first: that would run the bootstrap hooks, which check the handlers, before they are registered.
    await app.listen();
    const healthServer = await startHealthServer(
      health,
      config.HEALTH_HOST,
      config.HEALTH_PORT,
      app.get(InternalRoutes),
    );
    const running = app;
    return { app, healthPort: healthServer.port, stop: () => stop(running, health, healthServer) };
  } catch (error) {
    await (app ? app.close() : server.close());
    throw error;
  }
}

async function stop(app: INestMicroservice, health: HealthRegistry, healthServer: HealthServer): Promise<void> {
  health.stop();
  await app.close();
  await healthServer.close();
}

function stopOnSignal(service: RunningService, logger: Logger): void {
  let stopping = false;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    const limit = setTimeout(() => {
      logger.error('not everything could be finished');
      process.exit(1);
    }, shutdownLimit);
    try {
      await service.stop();
    } catch (error) {
      logger.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
    clearTimeout(limit);
    logger.info('stopped');
    await flushed(logger);
    process.exit(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function flushed(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}

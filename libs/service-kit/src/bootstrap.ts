import 'reflect-metadata';
import type { DomainEvent } from '@docfolio/contracts/core/event';
import type { Operation, ServiceName } from '@docfolio/contracts/core/operation';
import { operationsOf } from '@docfolio/contracts/operations';
import {
  ConfigError,
  drainSeconds,
  invalidConfigExitCode,
  newerDataExitCode,
  type ServiceConfig,
} from '@docfolio/process/config';
import { HealthRegistry } from '@docfolio/process/health';
import { startInternalServer } from '@docfolio/process/internal-server';
import { startMetrics } from '@docfolio/process/metrics/metrics';
import { shutDownOnSignal } from '@docfolio/process/shutdown';
import { startTracing } from '@docfolio/process/tracing/tracing';
import { type DynamicModule, type INestMicroservice, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { KitModule } from './kit.module.js';
import { createLogger, type Logger, NestPinoLogger } from './logging.js';
import { MigrationRunner } from './mongo/migrations/migration-runner.js';
import { NewerDataError } from './mongo/migrations/newer-data-error.js';
import { connectMongo, type OwnDatabase } from './mongo/mongo.module.js';
import { requireRedis } from './redis-requirements.js';
import { OperationRunner } from './rpc/operation-runner.js';
import { RethrowFilter } from './rpc/rethrow.filter.js';
import { RpcServer } from './rpc/rpc-server.js';

export interface ServiceOptions {
  name: ServiceName;
  module: Type | DynamicModule;
  /** Settings of the service. MONGODB_URI is not among them: the service passes it to MongoModule. */
  config: Omit<ServiceConfig, 'MONGODB_URI'>;
  logger?: Logger;
  /** Operations to serve. Default: those that the contracts declare for the service `name`. */
  operations?: readonly Operation[];
  /** Events to subscribe to. Default: those whose contract names this service as a subscriber. */
  subscribed?: readonly DomainEvent[];
  /** Events that the service may raise. Default: those of all contracts. */
  raised?: readonly DomainEvent[];
  /** Requests served concurrently. Default: 64. */
  concurrency?: number;
}

export interface RunningService {
  app: INestMicroservice;
  health: HealthRegistry;
  /** Port that serves the probes /healthz and /readyz. */
  internalPort: number;
  stop(): Promise<void>;
}

/**
 * Runs a service until SIGTERM or SIGINT. Then it reports not ready, serves for DRAIN_SECONDS more, finishes what is in
 * flight and exits 0, or 1 if finishing takes over 14 s. If it cannot start, it logs the reason and exits 1, 76 if its
 * data is of a newer version, or 78 if a setting is invalid.
 */
export async function startUntilSignal(options: ServiceOptions): Promise<RunningService> {
  const { name, config } = options;
  const logger = options.logger ?? createLogger(name, config.LOG_LEVEL);
  process.on('unhandledRejection', (error) => {
    logger.fatal({ err: error }, 'unhandled rejection');
    void flushed(logger).then(() => process.exit(1));
  });
  try {
    const service = await start(options, logger);
    shutDownOnSignal({ health: service.health, log: logger, drainSeconds: drainSeconds(config), stop: service.stop });
    logger.info({ port: service.internalPort }, 'ready');
    return service;
  } catch (error) {
    logger.fatal({ err: error }, 'the service cannot start');
    await flushed(logger);
    process.exit(exitCodeOf(error));
  }
}

class NoTransport extends Server implements CustomTransportStrategy {
  listen(): void {}
  close(): void {}
  on(): void {}
  unwrap(): never {
    throw new Error('there is no transport');
  }
}

export interface PrepareOptions extends Pick<ServiceOptions, 'name' | 'module' | 'config'> {
  /** Database of MongoModule. */
  database?: OwnDatabase;
  /** Only reads and prints the status of the migrations. Default: false. */
  isStatusOnly?: boolean;
}

/**
 * Migrates a service's data and creates its collections, indexes and derived fields, or only reads.
 * Prints the status of the migrations as a line of JSON, then exits 0. If it cannot, it logs the reason and exits
 * 1, 76 if the data is of a newer version, or 78 if a setting is invalid. Safe while replicas run.
 */
export async function prepareService({ name, module, config, database, isStatusOnly = false }: PrepareOptions) {
  const logger = createLogger(name, config.LOG_LEVEL);
  const redisUrl = config.REDIS_URL;

  @Module({ imports: [KitModule.forRoot({ name, redisUrl, logger }), module] })
  class PreparedModule {}

  try {
    if (database && isStatusOnly) {
      await printStatus(database, logger);
      await flushed(logger);
      process.exit(0);
    }
    // Creating the application runs the model factories, which create the indexes. `listen` would run the hooks.
    const app = await NestFactory.createMicroservice(PreparedModule, {
      strategy: new NoTransport(),
      logger: new NestPinoLogger(logger),
      abortOnError: false,
    });
    if (database) {
      const migrations = app.get(MigrationRunner);
      await migrations.contract();
      console.log(JSON.stringify(await migrations.status()));
    }
    await app.close();
    logger.info('prepared');
    await flushed(logger);
    process.exit(0);
  } catch (error) {
    logger.fatal({ err: error }, 'the service cannot be prepared');
    await flushed(logger);
    process.exit(exitCodeOf(error));
  }
}

/** Prints the status of the migrations of a database as a line of JSON, and changes nothing. */
export async function printStatus({ migrations = [], ...options }: OwnDatabase, logger: Logger): Promise<void> {
  const connection = await connectMongo(options, logger);
  try {
    console.log(JSON.stringify(await new MigrationRunner({ connection, migrations, logger }).status()));
  } finally {
    await connection.close();
  }
}

/** Starts a service without handling signals or exiting the process. @throws Error if it cannot start */
export async function startService(options: ServiceOptions, logger: Logger): Promise<RunningService> {
  return start(options, logger);
}

async function start(options: ServiceOptions, logger: Logger): Promise<RunningService> {
  const { name, module, config, subscribed, raised, concurrency } = options;
  const { REDIS_URL: redisUrl, DOCFOLIO_VERSION: version } = config;
  await requireRedis({ redisUrl, logger, isUnsafeAllowed: config.ALLOW_UNSAFE_REDIS !== undefined });
  const health = new HealthRegistry();
  const metrics = await startMetrics({ config, service: name, health });
  const tracing = await startTracing({ config, service: name, log: logger });
  const operations = options.operations ?? operationsOf(name).map(({ operation }) => operation);
  const runner = new OperationRunner(operations, logger);
  const server = new RpcServer({ service: name, redisUrl, runner, logger, concurrency });

  @Module({
    imports: [KitModule.forRoot({ name, version, redisUrl, logger, health, subscribed, raised, runner }), module],
  })
  class ServiceModule {}

  let app: INestMicroservice | undefined;
  try {
    app = await NestFactory.createMicroservice(ServiceModule, {
      strategy: server,
      logger: new NestPinoLogger(logger),
      abortOnError: false,
    });
    app.useGlobalFilters(new RethrowFilter());
    health.add('rpc', () => server.check());
    // Not `init` first: its bootstrap hooks check that all handlers exist, and `listen` registers these.
    await app.listen();
    const internal = await startInternalServer(health, config.INTERNAL_HOST, config.INTERNAL_PORT, metrics);
    const running = app;
    const stop = async () => {
      health.stop();
      await running.close();
      await internal.close();
      await tracing?.stop();
    };
    return { app, health, internalPort: internal.port, stop };
  } catch (error) {
    await (app ? app.close() : server.close());
    throw error;
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof NewerDataError) return newerDataExitCode;
  return error instanceof ConfigError ? invalidConfigExitCode : 1;
}

function flushed(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}

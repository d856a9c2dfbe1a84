import { HealthRegistry } from '@docfolio/process/health';
import {
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import mongoose, { type Connection, type ConnectOptions, type Model, type Schema } from 'mongoose';
import { OutboxPublisher } from '../events/outbox-publisher.js';
import { type Logger, loggerToken } from '../logging.js';
import { DeadLetters } from '../submissions/dead-letters.repository.js';
import { UnusableStoreError } from '../unusable-store.js';
import { DatabaseWatchdog } from './database-watchdog.js';
import { failOnDestroyedSockets, skipNeedlessPoolChecks } from './driver-fixes.js';
import type { Migration } from './migrations/migration.js';
import { MigrationRunner } from './migrations/migration-runner.js';
import { traceQueries } from './query-spans.js';
import { rebuildDerivedFields } from './rebuild-derived-fields.js';

failOnDestroyedSockets();
skipNeedlessPoolChecks();

export const mongoConnectionToken = Symbol('MongoConnection');

/** ms that a database operation waits for a server; less than the 4 s deadline of a call between services. */
const serverSelectionTimeout = 3_000;

export interface MongoOptions {
  uri: string;
  dbName: string;
}

/** A database with the migrations of its data, which the service that owns it declares. */
export interface OwnDatabase extends MongoOptions {
  migrations?: readonly Migration[];
}

export function getModelToken(name: string): string {
  return `mongo-model:${name}`;
}

export const InjectRecordModel = (name: string) => Inject(getModelToken(name));

/** Makes a `RecordRepository` without a constructor of its own injectable. @param name of its collection */
export const RepositoryOf =
  (name: string): ClassDecorator =>
  (repository) => {
    Injectable()(repository);
    InjectRecordModel(name)(repository, undefined, 0);
    Inject(OutboxPublisher)(repository, undefined, 1);
  };

const clientOptions: ConnectOptions = {
  serverSelectionTimeoutMS: serverSelectionTimeout,
  socketTimeoutMS: 30_000,
  // Also the timeout of heartbeats, so that commands to a server that falls silent fail after 10 s at most.
  connectTimeoutMS: 5_000,
  heartbeatFrequencyMS: 5_000,
  bufferCommands: false,
  autoIndex: false,
  autoCreate: false,
};

/** Connects to MongoDB. @throws UnusableStoreError after 3 s if it cannot be reached, or refuses the sign-in */
export async function connectMongo({ uri, dbName }: MongoOptions, logger: Logger): Promise<Connection> {
  traceQueries();
  const connection = mongoose.createConnection(uri, { ...clientOptions, dbName });
  await connection.asPromise().catch(async (error: Error) => {
    await connection.close(true).catch(() => undefined);
    throw new UnusableStoreError('MONGODB_URI', `MongoDB at ${uri.replace(/\?.*$/, '')}`, error.message);
  });
  connection.on('error', (error: unknown) => logger.warn({ err: error }, 'mongodb connection failed'));
  // Also emitted when the process itself closes the connection.
  connection.on('disconnected', () => {
    if (connection.readyState !== mongoose.ConnectionStates.disconnecting) logger.warn('mongodb disconnected');
  });
  connection.on('reconnected', () => logger.info('mongodb reconnected'));
  return connection;
}

/** Gives a connection a new client; its models stay usable. @throws Error if the server cannot be reached */
export async function replaceClient(connection: Connection, { uri, dbName }: MongoOptions): Promise<void> {
  await connection.close();
  await connection.openUri(uri, { ...clientOptions, dbName });
}

/** Pings the database with a new client. @throws Error if the server does not respond */
export async function probeMongo({ uri, dbName }: MongoOptions): Promise<void> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: serverSelectionTimeout });
  try {
    await client.db(dbName).command({ ping: 1 });
  } finally {
    await client.close();
  }
}

async function ping({ db }: Connection): Promise<void> {
  if (!db) throw new Error('not connected');
  await db.command({ ping: 1 });
}

const mongoOptionsToken = Symbol('MongoOptions');
/** The connection before the data is migrated. */
const newConnectionToken = Symbol('NewMongoConnection');

/** Returns the started runner of a connection. If it cannot be started, closes both. @throws NewerDataError, Error */
export async function startMigrations(
  connection: Connection,
  migrations: readonly Migration[],
  logger: Logger,
): Promise<MigrationRunner> {
  const runner = new MigrationRunner({ connection, migrations, logger });
  try {
    await runner.start();
    return runner;
  } catch (error) {
    await runner.close();
    await connection.close();
    throw error;
  }
}

@Injectable()
class MongoLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly watchdog: DatabaseWatchdog;

  constructor(
    @Inject(mongoConnectionToken) private readonly connection: Connection,
    @Inject(mongoOptionsToken) options: MongoOptions,
    @Inject(HealthRegistry) health: HealthRegistry,
    @Inject(loggerToken) logger: Logger,
    @Inject(MigrationRunner) private readonly migrations: MigrationRunner,
  ) {
    health.add('mongodb', () => ping(connection));
    this.watchdog = new DatabaseWatchdog({
      check: () => ping(connection),
      probe: () => probeMongo(options),
      replace: () => replaceClient(connection, options),
      exit: () => logger.flush(() => process.exit(1)),
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.watchdog.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.watchdog.close();
    await this.migrations.close();
    await this.connection.close();
  }
}

@Module({})
export class MongoModule {
  /** Connects to a database and migrates its data before anything else uses the connection. */
  static forRoot({ migrations = [], ...options }: OwnDatabase): DynamicModule {
    return {
      module: MongoModule,
      global: true,
      providers: [
        { provide: mongoOptionsToken, useValue: options },
        {
          provide: newConnectionToken,
          inject: [loggerToken],
          useFactory: (logger: Logger) => connectMongo(options, logger),
        },
        {
          provide: MigrationRunner,
          inject: [newConnectionToken, loggerToken],
          useFactory: (connection: Connection, logger: Logger) => startMigrations(connection, migrations, logger),
        },
        {
          provide: mongoConnectionToken,
          inject: [newConnectionToken, MigrationRunner],
          useFactory: (connection: Connection) => connection,
        },
        {
          provide: DeadLetters,
          inject: [mongoConnectionToken, OutboxPublisher],
          useFactory: (connection: Connection, outbox: OutboxPublisher) =>
            new DeadLetters(connection, (changes) => outbox.notifyOpenCrms(changes)),
        },
        MongoLifecycle,
      ],
      exports: [mongoConnectionToken, DeadLetters, MigrationRunner],
    };
  }

  /** Registers a collection, creates its indexes and rebuilds stale derived fields. Failure prevents the start. */
  static forFeature<Doc>(name: string, schema: Schema<Doc>): DynamicModule {
    const token = getModelToken(name);
    return {
      module: MongoModule,
      providers: [
        {
          provide: token,
          inject: [mongoConnectionToken],
          useFactory: async (connection: Connection) => {
            const model = connection.model(name, schema as unknown as Schema, name);
            await model.createIndexes();
            await rebuildDerivedFields(connection, model as unknown as Model<Doc>);
            return model;
          },
        },
      ],
      exports: [token],
    };
  }
}

import { HealthRegistry } from '@docfolio/process/health';
import { type DynamicModule, Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import mongoose, { type Connection, type Model, type Schema } from 'mongoose';
import { OutboxPublisher } from '../events/outbox-publisher.js';
import { LOGGER, type Logger } from '../logging.js';
import { ParkedSubmissions } from '../submissions/parked-submissions.repository.js';
import { deriveAgain } from './derive-again.js';

/** Provider token of the process' mongoose connection. */
export const MONGO_CONNECTION = Symbol('MongoConnection');

/** Milliseconds that an operation waits for a server before it fails; below the deadline of a call. */
const serverSelectionTimeout = 3_000;

export interface MongoOptions {
  /** Without a database name. */
  uri: string;
  dbName: string;
}

/** Provider token of a collection's model. */
export function getModelToken(name: string): string {
  return `mongo-model:${name}`;
}

/** Injects a model registered by `MongoModule.forFeature`. Only repositories do. */
export const InjectRecordModel = (name: string) => Inject(getModelToken(name));

/** Connects; operations fail, rather than wait, while the server is away. @throws Error when it cannot be reached */
export async function connectMongo({ uri, dbName }: MongoOptions, logger: Logger): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    dbName,
    serverSelectionTimeoutMS: serverSelectionTimeout,
    socketTimeoutMS: 30_000,
    // A server that is back is found within this time.
    heartbeatFrequencyMS: 2_000,
    bufferCommands: false,
    autoIndex: false,
    autoCreate: false,
  });
  connection.on('error', (error: unknown) => logger.warn({ err: error }, 'mongodb'));
  // Also emitted by our own close().
  connection.on('disconnected', () => {
    if (connection.readyState !== mongoose.ConnectionStates.disconnecting) logger.warn('mongodb disconnected');
  });
  connection.on('reconnected', () => logger.info('mongodb reconnected'));
  return connection.asPromise();
}

@Injectable()
class MongoLifecycle implements OnApplicationShutdown {
  constructor(
    @Inject(MONGO_CONNECTION) private readonly connection: Connection,
    @Inject(HealthRegistry) health: HealthRegistry,
  ) {
    health.add('mongodb', async () => {
      if (!connection.db) throw new Error('not connected');
      await connection.db.command({ ping: 1 });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connection.close();
  }
}

/** The service's own database. Needs the KitModule beside it. */
@Module({})
export class MongoModule {
  /** One connection for the process, and its parked submissions. */
  static forRoot(options: MongoOptions): DynamicModule {
    return {
      module: MongoModule,
      global: true,
      providers: [
        {
          provide: MONGO_CONNECTION,
          inject: [LOGGER],
          useFactory: (logger: Logger) => connectMongo(options, logger),
        },
        {
          provide: ParkedSubmissions,
          inject: [MONGO_CONNECTION, OutboxPublisher],
          useFactory: (connection: Connection, outbox: OutboxPublisher) =>
            new ParkedSubmissions(connection, (changes) => outbox.tellOpenCrms(changes)),
        },
        MongoLifecycle,
      ],
      exports: [MONGO_CONNECTION, ParkedSubmissions],
    };
  }

  /**
   * A collection and its indexes, made before anything is served, and what its records derive from their fields; an index
   * that cannot be made refuses the boot.
   * @param name of the collection
   */
  static forFeature<Doc>(name: string, schema: Schema<Doc>): DynamicModule {
    const token = getModelToken(name);
    return {
      module: MongoModule,
      providers: [
        {
          provide: token,
          inject: [MONGO_CONNECTION],
          useFactory: async (connection: Connection) => {
            const model = connection.model(name, schema as unknown as Schema, name);
            await model.createIndexes();
            await deriveAgain(connection, model as unknown as Model<Doc>);
            return model;
          },
        },
      ],
      exports: [token],
    };
  }
}

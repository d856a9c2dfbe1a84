/**
 * Closes and silences all connections of a client under load.
 * @subject libs/service-kit/src/mongo/mongo.module.ts libs/service-kit/src/mongo/database-watchdog.ts
 * @everyday libs/service-kit/src/mongo/database-watchdog.spec.ts
 */
import { once } from 'node:events';
import type { Connection } from 'mongoose';
import { ConnectionStates } from 'mongoose';
import { createLogger } from '../logging.js';
import { testConfig } from '../testing/config.js';
import { type MongoProxy, startMongoProxy } from '../testing/mongo-proxy.js';
import { startMongo, type TestMongo } from '../testing/start-mongo.js';
import { waitFor } from '../testing/wait-for.js';
import { connectMongo } from './mongo.module.js';

// An external MongoDB (MONGODB_URI) must not be stopped by a test.
const describeWithOwnMongo = testConfig.mongodbUri ? describe.skip : describe;
const logger = createLogger('test', 'silent');
const ping = async ({ db }: Connection) => void (await db!.command({ ping: 1 }));

describeWithOwnMongo('a client of a database that becomes unreachable', () => {
  let mongo: TestMongo;
  let proxy: MongoProxy;
  let connection: Connection;
  let isOver = false;
  /** Time of the last success of each worker that puts load on the database. */
  const succeededAt: number[] = [];
  let load: Promise<unknown>;

  const isReady = () =>
    ping(connection).then(
      () => true,
      () => false,
    );
  const startLoad = () => {
    const lane = async (index: number) => {
      while (!isOver) {
        try {
          await connection.db!.collection('notes').findOne({});
          succeededAt[index] = Date.now();
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      }
    };
    load = Promise.all(Array.from({ length: 8 }, (_, index) => lane(index)));
  };

  beforeAll(async () => {
    mongo = await startMongo();
    proxy = await startMongoProxy(mongo.port);
    connection = await connectMongo({ uri: proxy.uri, dbName: mongo.dbName }, logger);
    startLoad();
  });
  afterAll(async () => {
    isOver = true;
    await load;
    await connection.close();
    await proxy.stop();
    await mongo.stop();
  });

  it('reconnects each time all connections are closed together under load', async () => {
    for (let round = 0; round < 2; round++) {
      // After a failed operation the driver sends a heartbeat if the last one is at least 500 ms old.
      await once(connection.getClient(), 'serverHeartbeatSucceeded');
      await new Promise((resolve) => setTimeout(resolve, 600));
      proxy.refuse();
      await waitFor('the outage', async () => connection.readyState !== ConnectionStates.connected);
      proxy.accept();
      await waitFor('the database', isReady, 20_000);
    }
  });

  it('recovers after a heartbeat and operations were lost in transit', async () => {
    proxy.swallow();
    const swallowedAt = Date.now();
    const works = async () => succeededAt.every((at) => at > swallowedAt + 1);
    await waitFor('all operations', works, 30_000);
  });
});

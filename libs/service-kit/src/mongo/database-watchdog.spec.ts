import { once } from 'node:events';
import type { Connection } from 'mongoose';
import { ConnectionStates, Schema } from 'mongoose';
import { createLogger } from '../logging.js';
import { testConfig } from '../testing/config.js';
import { type MongoProxy, startMongoProxy } from '../testing/mongo-proxy.js';
import { startMongo, type TestMongo } from '../testing/start-mongo.js';
import { waitFor } from '../testing/wait-for.js';
import { DatabaseWatchdog } from './database-watchdog.js';
import { connectMongo, probeMongo, replaceClient } from './mongo.module.js';

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

describeWithOwnMongo('the database watchdog', () => {
  let mongo: TestMongo;
  let connection: Connection;
  let watchdog: DatabaseWatchdog;
  const replaced: number[] = [];
  const exited: number[] = [];
  const timings = { replaceAfter: 300, checkInterval: 50 };
  const options = () => ({
    check: () => Promise.race([ping(connection), after(100)]),
    probe: () => probeMongo(mongo),
    replace: async () => {
      await replaceClient(connection, mongo);
      replaced.push(Date.now());
    },
    exit: () => void exited.push(Date.now()),
    logger,
    timings,
  });
  /** Simulates a bug of the driver: the client knows no server and no longer monitors any. */
  const breakClient = () => {
    const { topology } = connection.getClient() as unknown as Broken;
    for (const server of topology.s.servers.values()) server.monitor.close();
    return connection.getClient();
  };

  beforeAll(async () => {
    mongo = await startMongo();
    connection = await connectMongo(mongo, logger);
  });
  afterEach(() => {
    watchdog.close();
    replaced.length = 0;
    exited.length = 0;
  });
  afterAll(async () => {
    await connection.close();
    await mongo.stop();
  });

  it('replaces a client that does not recover while the database responds, and models stay usable', async () => {
    const model = connection.model('things', new Schema({ name: String }), 'things');
    await model.create({ name: 'before' });
    await mongo.kill('SIGKILL');
    await waitFor('the outage', async () => connection.readyState !== ConnectionStates.connected);
    const broken = breakClient();
    await mongo.restart();
    watchdog = new DatabaseWatchdog(options());
    watchdog.start();
    await waitFor('the replacement', async () => replaced.length > 0);
    expect(connection.getClient()).not.toBe(broken);
    expect(await model.countDocuments({ name: 'before' })).toBe(1);
    await model.create({ name: 'after' });
    expect(exited).toEqual([]);
  });

  it('leaves the client alone while the database does not respond', async () => {
    await mongo.kill('SIGSTOP');
    const probes: boolean[] = [];
    const probe = async () => {
      probes.push(false);
      await Promise.race([probeMongo(mongo), after(200)]);
    };
    watchdog = new DatabaseWatchdog({ ...options(), check: () => after(20), probe });
    watchdog.start();
    await waitFor('three probes', async () => probes.length >= 3);
    await mongo.kill('SIGCONT');
    expect([replaced, exited]).toEqual([[], []]);
  });

  it('exits once when the client cannot be replaced', async () => {
    const replace = () => Promise.reject(new Error('no'));
    watchdog = new DatabaseWatchdog({ ...options(), check: () => after(20), replace });
    watchdog.start();
    await waitFor('the exit', async () => exited.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 4 * timings.checkInterval));
    expect(exited).toHaveLength(1);
  });
});

interface Broken {
  topology: { s: { servers: Map<string, { monitor: { close(): void } }> } };
}

/** Rejects after `ms`. */
async function after(ms: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  throw new Error('the time is up');
}

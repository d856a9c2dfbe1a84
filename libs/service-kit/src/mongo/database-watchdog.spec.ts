import type { Connection } from 'mongoose';
import { ConnectionStates, Schema } from 'mongoose';
import { createLogger } from '../logging.js';
import { testConfig } from '../testing/config.js';
import { startMongo, type TestMongo } from '../testing/start-mongo.js';
import { waitFor } from '../testing/wait-for.js';
import { DatabaseWatchdog } from './database-watchdog.js';
import { connectMongo, probeMongo, replaceClient } from './mongo.module.js';

// An external MongoDB (MONGODB_URI) must not be stopped by a test.
const describeWithOwnMongo = testConfig.mongodbUri ? describe.skip : describe;
const logger = createLogger('test', 'silent');
const ping = async ({ db }: Connection) => void (await db!.command({ ping: 1 }));

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

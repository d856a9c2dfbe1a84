/**
 * Restarts the database under load; RESTARTS restarts it more often.
 * @subject libs/service-kit/src/mongo/mongo.module.ts libs/service-kit/src/mongo/database-watchdog.ts libs/service-kit/src/submissions
 * @everyday libs/service-kit/src/mongo/database-watchdog.spec.ts
 */
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { createLogger } from './logging.js';
import { connectMongo } from './mongo/mongo.module.js';
import { SubmissionClient } from './submissions/submission-client.js';
import { testConfig } from './testing/config.js';
import { storedNotes } from './testing/note.contract.js';
import { type ServiceProcess, spawnService } from './testing/service-process.js';
import { startMongo, type TestMongo } from './testing/start-mongo.js';
import { startRedis, type TestRedis } from './testing/start-redis.js';
import { waitFor } from './testing/wait-for.js';

const dist = join(__dirname, '../dist');
const logger = createLogger('test', 'silent');
/** ms from the restart of the database within which each process has to be ready. */
const readyWithin = 10_000;
/** ms that one round of the test may take. */
const roundLimit = 20_000;

// An external MongoDB (MONGODB_URI) must not be stopped by a test.
const describeWithOwnMongo = testConfig.mongodbUri ? describe.skip : describe;

describeWithOwnMongo('a database restart under load', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let connection: Connection;
  let submissions: SubmissionClient;
  let services: ServiceProcess[];

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
    connection = await connectMongo(mongo, logger);
    submissions = new SubmissionClient({ redisUrl: redis.url, logger });
    services = ['note-service', 'note-subscriber'].map((name) =>
      spawnService(dist, `testing/${name}.fixture.js`, {
        ...{ REDIS_URL: redis.url, MONGODB_URI: mongo.uri, DB_NAME: mongo.dbName },
      }),
    );
    await Promise.all(services.map((service) => service.ready()));
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await submissions.close();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  const isReady = async ({ port }: ServiceProcess) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;

  it(
    'leaves every process ready within 10 s, and loses no accepted submission',
    async () => {
      const accepted = new Set<string>();
      let sent = 0;
      let isOver = false;
      const send = async () => {
        while (!isOver) {
          const key = `key-${sent++}`;
          await submissions.submit(
            storedNotes.submit,
            { title: key, slug: key },
            { requestId: 'r', idempotencyKey: key },
          );
          accepted.add(key);
        }
      };
      const load = Promise.all(Array.from({ length: 4 }, send));

      const recoveries: number[] = [];
      for (let restart = 0; restart < testConfig.restarts; restart++) {
        const before = accepted.size;
        await waitFor('a submission', async () => accepted.size > before);
        await mongo.kill(restart % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
        await mongo.restart();
        const took = services.map((service) => waitFor('a ready service', () => isReady(service), readyWithin));
        recoveries.push(...(await Promise.all(took)));
      }
      isOver = true;
      await load;
      recoveries.sort((a, b) => a - b);
      // Prints the figures of a long run, which RESTARTS requests.
      if (testConfig.restarts > 10)
        console.info({ restarts: testConfig.restarts, accepted: accepted.size, recoveries });
      expect(recoveries.at(-1)).toBeLessThan(readyWithin);

      const stored = connection.collection('notes');
      await waitFor('everything accepted', async () => (await stored.countDocuments({})) === accepted.size, 60_000);
      expect(await stored.distinct('slug')).toHaveLength(accepted.size);
    },
    60_000 + testConfig.restarts * roundLimit,
  );
});

/**
 * Kills Redis under load, and stops services while it is down.
 * @subject libs/service-kit/src/redis.ts libs/service-kit/src/queue.ts libs/service-kit/src/durable-worker.ts libs/service-kit/src/rpc libs/service-kit/src/submissions libs/service-kit/src/events
 * @everyday libs/service-kit/src/submissions/submissions.spec.ts
 */
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createLogger } from './logging.js';
import { connectMongo } from './mongo/mongo.module.js';
import { RpcClient } from './rpc/rpc-client.js';
import { SubmissionClient } from './submissions/submission-client.js';
import { notes, storedNotes } from './testing/note.contract.js';
import { type ServiceProcess, spawnService } from './testing/service-process.js';
import { startMongo, type TestMongo } from './testing/start-mongo.js';
import { startRedis, type TestRedis } from './testing/start-redis.js';
import { rejectionOf, waitFor, withRoom } from './testing/wait-for.js';

// A busy machine takes a minute to start the processes of a test.
jest.setTimeout(600_000);

const dist = join(__dirname, '../dist');
const logger = createLogger('test', 'silent');
const requestId = 'r';

describe('kill -9 and restart of Redis', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let connection: Connection;
  let rpc: RpcClient;
  let submissions: SubmissionClient;
  const started: ServiceProcess[] = [];

  const start = async (fixture: string) => {
    const process = spawnService(dist, `testing/${fixture}.fixture.js`, {
      ...{ REDIS_URL: redis.url, MONGODB_URI: mongo.uri, DB_NAME: mongo.dbName },
    });
    started.push(process);
    await process.ready();
    return process;
  };
  const readiness = async ({ port }: ServiceProcess) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
    connection = await connectMongo(mongo, logger);
    rpc = new RpcClient({ redisUrl: redis.url, logger });
    submissions = new SubmissionClient({ redisUrl: redis.url, logger });
  });
  afterAll(async () => {
    await Promise.all(started.map((each) => each.stop()));
    await Promise.all([rpc.close(), submissions.close()]);
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  it('makes calls fail by their deadline, and loses no accepted submission or event', async () => {
    const [values, media, subscriber] = await Promise.all([
      start('request-service'),
      start('note-service'),
      start('note-subscriber'),
    ]);
    const accepted = new Set<string>();
    let sent = 0;
    let failed = 0;
    let going = true;
    const send = async () => {
      while (going) {
        const key = `key-${sent++}`;
        try {
          await submissions.submit(storedNotes.submit, { title: key, slug: key }, { requestId, idempotencyKey: key });
          accepted.add(key);
        } catch (error) {
          expect(error).toMatchObject({ code: 'unavailable' });
          failed += 1;
          // Waits before the next submission, as a person would after a refusal.
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    };
    const senders = Array.from({ length: 4 }, send);
    await waitFor('a hundred submissions', async () => accepted.size >= 100);

    const inFlight = rejectionOf(
      rpc.call(notes.work, { value: 'in flight', ms: 2_900 }, { requestId, deadline: 3_000 }),
    );
    const keys = new Redis(redis.url);
    await waitFor('the call in flight', async () => (await keys.llen('journal')) === 1);
    keys.disconnect();
    await redis.kill('SIGKILL');
    const refused = await rejectionOf(rpc.call(notes.work, { value: 'while away' }, { requestId }));
    expect(refused).toMatchObject({ code: 'unavailable' });
    expect(await inFlight).toMatchObject({ code: 'unavailable' });
    await waitFor('refused submissions', async () => failed > 0);
    expect(await Promise.all([values, media, subscriber].map(readiness))).toEqual([503, 503, 503]);

    await redis.restart();
    await Promise.all([
      ...[values, media, subscriber].map((process) =>
        waitFor('a ready service', async () => (await readiness(process)) === 200),
      ),
      waitFor(
        'an answer',
        async () => await answers(rpc.call(notes.work, { value: 'x' }, { requestId, deadline: 500 })),
      ),
      waitFor('a submission', async () => {
        const before = accepted.size;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return accepted.size > before;
      }),
    ]);
    going = false;
    await Promise.all(senders);

    const stored = connection.collection('notes');
    await waitFor('everything accepted', async () => {
      const found = await stored.countDocuments({ slug: { $in: [...accepted] } });
      return found === accepted.size;
    });
    const effects = connection.collection('effects');
    const written = await stored.countDocuments({});
    await waitFor('every event', async () => (await effects.countDocuments({ note: { $exists: true } })) === written);
    // Each submission is stored once: ids derive from keys, and each key has its own slug.
    expect(written).toBeLessThanOrEqual(sent);
    expect(await stored.distinct('slug')).toHaveLength(written);
    expect(await effects.countDocuments({ note: { $exists: true } })).toBe(written);
  });

  it('lets services stop within 25 s while Redis is down', async () => {
    const services = await Promise.all([start('request-service'), start('note-service'), start('note-subscriber')]);
    await redis.kill('SIGKILL');
    await Promise.all(
      services.map((process) => waitFor('an unready service', async () => (await readiness(process)) === 503)),
    );
    const began = Date.now();
    await Promise.all(services.map((process) => process.kill('SIGTERM')));
    expect(Date.now() - began).toBeLessThan(withRoom(25_000));
    expect(await Promise.all(services.map((process) => process.exited()))).toEqual([0, 0, 0]);
  });
});

async function answers(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'unavailable' });
    return false;
  }
}

/**
 * Publishes events while their subscriber is down, and kills the service between its write and the publication.
 * @subject libs/service-kit/src/events
 * @everyday libs/service-kit/src/events/events.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createLogger } from '../logging.js';
import { connectMongo } from '../mongo/mongo.module.js';
import type { Stored } from '../mongo/record.schema.js';
import { SubmissionClient } from '../submissions/submission-client.js';
import { storedNotes } from '../testing/note.contract.js';
import { type NoteFields, noteSchema } from '../testing/notes.repository.js';
import { type ServiceProcess, spawnService } from '../testing/service-process.js';
import { startMongo, type TestMongo } from '../testing/start-mongo.js';
import { startRedis, type TestRedis } from '../testing/start-redis.js';
import { waitFor } from '../testing/wait-for.js';

// A busy machine takes a minute to start the processes of a test.
jest.setTimeout(600_000);

const dist = join(__dirname, '../../dist');
const logger = createLogger('test', 'silent');

describe('domain events while a process is down', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let keys: Redis;
  let connection: Connection;
  let client: SubmissionClient;
  const started: ServiceProcess[] = [];

  const start = async (fixture: string, env: Record<string, string> = {}) => {
    const process = spawnService(dist, `testing/${fixture}.fixture.js`, {
      ...{ REDIS_URL: redis.url, MONGODB_URI: mongo.uri, DB_NAME: mongo.dbName },
      ...env,
    });
    started.push(process);
    await process.ready();
    return process;
  };
  const submit = () =>
    client.submit(
      storedNotes.submit,
      { title: 'A note', slug: randomUUID() },
      { requestId: 'r', idempotencyKey: randomUUID() },
    );
  const effects = () => connection.collection<{ _id: string; deliveries: number }>('effects');
  const model = () => connection.models.notes ?? connection.model<Stored<NoteFields>>('notes', noteSchema, 'notes');

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
    keys = new Redis(redis.url);
    connection = await connectMongo(mongo, logger);
    client = new SubmissionClient({ redisUrl: redis.url, logger });
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()));
    await keys.flushall();
    await Promise.all([connection.collection('notes').deleteMany({}), effects().deleteMany({})]);
  });
  afterAll(async () => {
    await Promise.all([client.close(), keys.quit()]);
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  it('wait for a subscriber that is down', async () => {
    await start('note-service');
    await submit();
    await waitFor('the queue', async () => (await keys.llen('bull:events-notifications:wait')) === 1);
    await start('note-subscriber');
    await waitFor('the effect', async () => (await effects().countDocuments({ deliveries: 1 })) >= 1);
  });

  it('are delivered once although the service dies between write and publication', async () => {
    await start('note-subscriber');
    const doomed = await start('note-service');
    await keys.set('die', '1');
    const outcome = submit();
    expect(await doomed.exited()).toBeNull();
    expect(await model().countDocuments({ 'outbox.0': { $exists: true } })).toBe(1);
    expect(await effects().countDocuments({})).toBe(0);
    await start('note-service');
    await outcome;
    await waitFor('the swept event', async () => (await effects().countDocuments({ _id: /^greeted/ })) === 1);
    expect(
      await effects()
        .find({ _id: { $not: /^greeted/ } })
        .toArray(),
    ).toMatchObject([{ deliveries: 1 }]);
    expect(await connection.collection('notes').countDocuments({})).toBe(1);
  });

  it.each([
    ['missing', 'no handler for note.created'],
    ['two', 'note.created has two handlers'],
  ])('keep a subscriber from starting if their handlers are wrong: %s', async (handlers, reason) => {
    await expect(start('note-subscriber', { HANDLERS: handlers })).rejects.toThrow(reason);
    expect(await started.at(-1)?.exited()).toBe(1);
  });
});

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createLogger } from '../logging.js';
import { connectMongo } from '../mongo/mongo.module.js';
import type { Stored } from '../mongo/record.schema.js';
import { SubmissionClient } from '../submissions/submission-client.js';
import { noteCreated, storedNotes } from '../testing/note.contract.js';
import { failsOnce } from '../testing/note.jobs.js';
import { type NoteFields, noteSchema } from '../testing/notes.repository.js';
import { type ServiceProcess, spawnService } from '../testing/service-process.js';
import { sharedMongo, sharedRedis } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import type { TestRedis } from '../testing/start-redis.js';
import { waitFor } from '../testing/wait-for.js';
import { whileSuspended } from '../testing/while-suspended.js';
import { eventJobId } from './event-queue.js';
import { eventHandlers } from './event-subscriber.js';
import { OutboxPublisher } from './outbox-publisher.js';

const dist = join(__dirname, '../../dist');
const logger = createLogger('test', 'silent');

describe('domain events', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let keys: Redis;
  let connection: Connection;
  let client: SubmissionClient;
  /** Runs throughout: a start takes seconds. */
  let subscriber: ServiceProcess;
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
  const idOf = (outcome: Awaited<ReturnType<typeof submit>>) => (outcome.accepted ? outcome.id : outcome.result.id);
  const effects = () => connection.collection<{ _id: string; deliveries: number }>('effects');
  const model = () => connection.models.notes ?? connection.model<Stored<NoteFields>>('notes', noteSchema, 'notes');

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([sharedRedis(), sharedMongo()]);
    keys = new Redis(redis.url);
    connection = await connectMongo(mongo, logger);
    client = new SubmissionClient({ redisUrl: redis.url, logger });
    [subscriber] = await Promise.all([start('note-subscriber'), start('note-service')]);
  });
  afterEach(async () => {
    await keys.flushall();
    await Promise.all([connection.collection('notes').deleteMany({}), effects().deleteMany({})]);
  });
  afterAll(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()));
    await Promise.all([client.close(), keys.quit()]);
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  it('reach their subscriber, whose job is retried until it succeeds', async () => {
    const id = idOf(await submit());
    await waitFor('the greeting', async () => (await effects().countDocuments({ _id: `greeted ${id}` })) === 1);
    expect(await effects().find({ note: id }).toArray()).toMatchObject([{ deliveries: 1 }]);
    await waitFor(
      'an empty outbox',
      async () => (await model().countDocuments({ 'outbox.0': { $exists: true } })) === 0,
    );
  });

  it('wait for a subscriber that does not respond', async () => {
    const note = await whileSuspended(subscriber, async () => {
      const id = idOf(await submit());
      await waitFor('the queue', async () => (await keys.llen('bull:events-notifications:wait')) === 1);
      expect(await effects().countDocuments({ note: id })).toBe(0);
      return id;
    });
    await waitFor('the effect', async () => (await effects().countDocuments({ note, deliveries: 1 })) === 1);
  });

  it('are delivered once however often they are published', async () => {
    const entry = { id: 'event-1', name: 'note.created', payload: { note: note(), by: 'test' }, at: new Date() };
    const publisher = new OutboxPublisher({ redisUrl: redis.url, logger, events: [noteCreated] });
    for (let times = 0; times < 3; times++) await publisher.publish(model(), 'none', [entry]);
    await waitFor('the effect', async () => (await effects().countDocuments({ _id: 'event-1' })) === 1);
    await publisher.publish(model(), 'none', [entry]);
    await waitFor('an idle queue', async () => (await keys.llen('bull:events-notifications:wait')) === 0);
    expect(await effects().findOne({ _id: 'event-1' })).toMatchObject({ deliveries: 1 });
    await publisher.close();
  });

  it('published concurrently share a job, in which a failing one does not keep its neighbours from their effect', async () => {
    const publisher = new OutboxPublisher({ redisUrl: redis.url, logger, events: [noteCreated] });
    const titles = ['a', failsOnce, 'b'];
    // The subscriber takes no job before all are published.
    await whileSuspended(subscriber, async () => {
      for (const title of titles) {
        const entry = { id: title, name: 'note.created', payload: { note: note(title), by: 'test' }, at: new Date() };
        publisher.publishSoon(model(), title, [entry]);
      }
      await publisher.close();
      expect(await keys.llen('bull:events-notifications:wait')).toBe(1);
    });
    await waitFor('all effects', async () => (await effects().countDocuments({ _id: { $in: titles } })) === 3);
    expect(await effects().distinct('deliveries', { _id: { $in: titles } })).toEqual([1]);
    expect(subscriber.log.filter(({ msg }) => msg === 'event handler failed, will retry')).toMatchObject([
      { event: 'note.created', job: eventJobId(failsOnce, 'notifications') },
    ]);
  });

  it('have exactly one handler each in a subscriber, which handles no other', () => {
    const handler = { mark: noteCreated, name: 'One.handler', call: () => undefined };
    expect(() => eventHandlers([noteCreated], [])).toThrow('no handler for note.created');
    expect(() => eventHandlers([noteCreated], [handler, { ...handler, name: 'Two.handler' }])).toThrow(
      'note.created has two handlers: One.handler and Two.handler',
    );
    expect(() => eventHandlers([], [handler])).toThrow('which this service does not subscribe to');
  });
});

function note(title = 't') {
  const now = new Date().toISOString();
  return { id: randomUUID(), title, author: null, slug: 's', created_at: now, updated_at: now, version: 1 };
}

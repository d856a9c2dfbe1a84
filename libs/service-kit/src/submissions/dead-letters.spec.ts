import { randomUUID } from 'node:crypto';
import { type LiveChange, liveStream } from '@docfolio/contracts/core/live';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { OutboxPublisher } from '../events/outbox-publisher.js';
import { createLogger } from '../logging.js';
import { connectMongo } from '../mongo/mongo.module.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { startRedis, type TestRedis } from '../testing/start-redis.js';
import { DeadLetters, deadLettersCollection } from './dead-letters.repository.js';

const logger = createLogger('test', 'silent');

describe('dead letters', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let connection: Connection;
  let outbox: OutboxPublisher;
  let keys: Redis;
  let deadLetters: DeadLetters;

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([startRedis(), sharedMongo()]);
    keys = new Redis(redis.url);
    keys.on('error', () => undefined);
    connection = await connectMongo(mongo, logger);
    outbox = new OutboxPublisher({ redisUrl: redis.url, logger });
    deadLetters = new DeadLetters(connection, (changes) => outbox.notifyOpenCrms(changes));
    await deadLetters.prepare();
  });
  beforeEach(async () => {
    await Promise.all([connection.collection(deadLettersCollection).deleteMany({}), keys.flushall()]);
  });
  afterAll(async () => {
    await Promise.all([outbox.close(), keys.quit()]);
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  const refused = (id = randomUUID()) => ({
    id,
    operation: 'POST /subscribers',
    code: 'already_subscribed',
    input: { email: 'ada@example.com', name: null, source: 'blog' },
  });
  const told = async () =>
    (await keys.xrange(liveStream, '-', '+')).map(([, [, change]]) => JSON.parse(change!) as LiveChange);

  it('are stored once, with the input as sent, however often they are refused', async () => {
    const submission = refused();
    await deadLetters.add(submission);
    await deadLetters.add({ ...submission, code: 'conflict' });
    expect(await deadLetters.list()).toEqual({
      items: [{ ...submission, at: expect.stringMatching(/Z$/) }],
      total: 1,
      total_exact: true,
      next: null,
    });
  });

  it('are paged by cursor, newest first, while others are added and dismissed', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const ids = Array.from({ length: 9 }, (_, number) => `0000000${number}-0000-4000-8000-000000000000`);
    // Three dead letters per minute share one time.
    const documents = ids.map((_id, number) => ({ _id, code: 'conflict', at: at(Math.floor(number / 3)) }));
    await connection.collection<{ _id: string }>(deadLettersCollection).insertMany(documents);
    const read: string[] = [];
    let after: string | undefined;
    do {
      const page = await deadLetters.list({ limit: 2, after });
      read.push(...page.items.map(({ id }) => id));
      after = page.next ?? undefined;
      await deadLetters.add(refused());
      if (after) await deadLetters.dismiss(read.at(-1)!);
    } while (after);
    expect(read).toEqual(ids.toReversed());
  });

  it('are not found when dismissed a second time', async () => {
    const { id } = refused();
    await deadLetters.add(refused(id));
    expect(await deadLetters.dismiss(id)).toEqual({ id });
    await expect(deadLetters.dismiss(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await deadLetters.count()).toBe(0);
  });

  it('refuse a cursor of another list', async () => {
    await expect(deadLetters.list({ after: 'bm9uc2Vuc2U' })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('notify open CRMs once when added and when dismissed', async () => {
    const submission = refused();
    await deadLetters.add(submission);
    await deadLetters.add(submission);
    await deadLetters.dismiss(submission.id);
    const { id } = submission;
    expect(await told()).toEqual(['created', 'deleted'].map((act) => ({ topic: 'parked_submissions', id, act })));
  });

  it('are stored while Redis is down and no CRM can be notified', async () => {
    await redis.kill('SIGKILL');
    const submission = refused();
    await deadLetters.add(submission);
    expect(await deadLetters.count()).toBe(1);
    await redis.restart();
    await deadLetters.dismiss(submission.id);
  });
});

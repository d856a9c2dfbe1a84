import { randomUUID } from 'node:crypto';
import { cacheChannel, cacheSequenceKey } from '@docfolio/contracts/core/cache';
import { cacheInvalidation } from '@docfolio/contracts/core/cache-invalidation';
import { Redis } from 'ioredis';
import type { Connection, Model } from 'mongoose';
import { createLogger } from '../logging.js';
import { connectMongo } from '../mongo/mongo.module.js';
import type { Stored } from '../mongo/record.schema.js';
import { noteCreated, noteShown } from '../testing/note.contract.js';
import { type NoteFields, NotesRepository, noteSchema } from '../testing/notes.repository.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { startRedis, type TestRedis } from '../testing/start-redis.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import { occurred } from './outbox.js';
import { OutboxPublisher } from './outbox-publisher.js';

const logger = createLogger('test', 'silent');

describe('cache invalidation', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let connection: Connection;
  let model: Model<Stored<NoteFields>>;
  let outbox: OutboxPublisher;
  let keys: Redis;
  let listener: Redis;
  let notes: NotesRepository;
  const heard: unknown[] = [];

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([startRedis(), sharedMongo()]);
    [keys, listener] = [new Redis(redis.url), new Redis(redis.url)];
    for (const client of [keys, listener]) client.on('error', () => undefined);
    listener.on('message', (_channel, message) => heard.push(cacheInvalidation.parse(JSON.parse(message))));
    await listener.subscribe(cacheChannel);
    connection = await connectMongo(mongo, logger);
    model = connection.model<Stored<NoteFields>>('notes', noteSchema, 'notes');
    await model.createIndexes();
    outbox = new OutboxPublisher({ redisUrl: redis.url, logger, events: [noteCreated, noteShown] });
    notes = new NotesRepository(model, outbox);
  });
  beforeEach(async () => {
    await Promise.all([model.deleteMany({}), keys.flushall()]);
    heard.length = 0;
  });
  afterAll(async () => {
    await Promise.all([outbox.close(), keys.quit(), listener.quit()]);
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  const shown = ({ id }: { id: string }) => [occurred(noteShown, { id })];
  const fields = () => ({ title: 'A note', slug: randomUUID() });
  const told = async () => Number(await keys.get(cacheSequenceKey));
  const emptied = () =>
    waitFor('empty outboxes', async () => (await model.countDocuments({ 'outbox.0': { $exists: true } })) === 0);

  it('happens once, before the write is acknowledged', async () => {
    const { id } = await notes.create(randomUUID(), 'hash', fields(), shown);
    expect(await told()).toBe(1);
    await notes.patch(id, { title: 'Other' }, { events: shown });
    expect(await told()).toBe(2);
    await notes.softDelete(id, shown);
    expect(await told()).toBe(3);
    await notes.restore(id, shown);
    expect(await told()).toBe(4);
    await notes.rankAs(id, 7, shown);
    expect(await told()).toBe(5);
    await emptied();
    await waitFor('the last message', async () => heard.length >= 5);
    expect(heard).toEqual([1, 2, 3, 4, 5].map((sequence) => ({ sequence, tags: ['posts', 'comments'] })));
  });

  it('does not happen for events without cache tags', async () => {
    const { id } = await notes.create(randomUUID(), 'hash', fields(), (note) => [
      occurred(noteCreated, { note, by: 'test' }),
    ]);
    await notes.patch(id, { title: 'Other' });
    await emptied();
    expect(await told()).toBe(0);
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'does not fail the write after %s of Redis, and is published later',
    async (signal) => {
      const { id } = await notes.create(randomUUID(), 'hash', fields());
      await redis.kill(signal);
      expect(await notes.patch(id, { title: 'Meanwhile' }, { events: shown })).toMatchObject({ title: 'Meanwhile' });
      expect((await model.findById(id).lean())?.outbox).toHaveLength(1);
      await (signal === 'SIGKILL' ? redis.restart() : redis.kill('SIGCONT'));
      await waitFor('an empty outbox', async () => {
        await outbox.sweep(model, 0).catch(() => 0);
        return (await model.findById(id).lean())?.outbox.length === 0;
      });
      expect(await told()).toBeGreaterThanOrEqual(1);
    },
  );

  it('is published by the sweeper when the writer died, and by a repeat of the create', async () => {
    const [id, body] = [randomUUID(), fields()];
    await notes.create(id, 'hash', body);
    const { entry } = occurred(noteShown, { id });
    await model.updateOne({ _id: id }, { $push: { outbox: entry } });
    await notes.create(id, 'hash', body, shown);
    expect(await told()).toBe(1);
    await outbox.sweep(model, 0);
    expect(await told()).toBe(2);
    await emptied();
  });

  describe('setting counters', () => {
    it('does not make an open editor stale', async () => {
      const before = await notes.create(randomUUID(), 'hash', fields());
      await notes.rankAs(before.id, 7);
      expect(await notes.get(before.id)).toEqual({ ...before, rank: 7 });
      const saved = await notes.patch(before.id, { title: 'Saved' }, { version: before.version });
      expect(saved).toMatchObject({ title: 'Saved', rank: 7, version: 2 });
      expect(await told()).toBe(0);
    });

    it('works for deleted records and refuses unknown ones', async () => {
      const { id } = await notes.create(randomUUID(), 'hash', fields());
      await notes.softDelete(id);
      await notes.rankAs(id, 3);
      expect(await notes.restore(id)).toMatchObject({ rank: 3 });
      expect(await rejectionOf(notes.rankAs(randomUUID(), 1))).toMatchObject({ code: 'not_found' });
    });
  });
});

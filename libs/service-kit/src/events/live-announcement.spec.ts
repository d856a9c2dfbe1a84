import { randomUUID } from 'node:crypto';
import { event, recordEvent } from '@docfolio/contracts/core/event';
import { liveStream, liveStreamLength } from '@docfolio/contracts/core/live';
import { recordId } from '@docfolio/contracts/core/text';
import { Redis } from 'ioredis';
import type { Connection, Model } from 'mongoose';
import { z } from 'zod';
import { createLogger } from '../logging.js';
import { connectMongo } from '../mongo/mongo.module.js';
import type { Stored } from '../mongo/record.schema.js';
import { openQueue } from '../queue.js';
import { type NoteFields, NotesRepository, noteSchema } from '../testing/notes.repository.js';
import { queuedEvents } from '../testing/queued-events.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { startRedis, type TestRedis } from '../testing/start-redis.js';
import { waitFor } from '../testing/wait-for.js';
import { eventQueue } from './event-queue.js';
import { announceLive } from './live-announcement.js';
import { occurred } from './outbox.js';
import { OutboxPublisher } from './outbox-publisher.js';

const logger = createLogger('test', 'silent');

const noteChanged = recordEvent('note.changed', 'bookmarks', ['notifications'], ['bookmarks']);
/** An event that declares two changes. */
const noteMoved = event('note.moved', z.object({ from: recordId, to: recordId }), [], {
  live: ({ from, to }) => [from, to].map((id) => ({ topic: 'timeline_entries', id, act: 'changed' })),
});
const noteKept = event('note.kept', z.object({ id: recordId }), []);

describe('live changes', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let connection: Connection;
  let model: Model<Stored<NoteFields>>;
  let outbox: OutboxPublisher;
  let keys: Redis;
  let notes: NotesRepository;

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([startRedis(), sharedMongo()]);
    keys = new Redis(redis.url);
    keys.on('error', () => undefined);
    connection = await connectMongo(mongo, logger);
    model = connection.model<Stored<NoteFields>>('notes', noteSchema, 'notes');
    await model.createIndexes();
    outbox = new OutboxPublisher({ redisUrl: redis.url, logger, events: [noteChanged, noteMoved, noteKept] });
    notes = new NotesRepository(model, outbox);
  });
  beforeEach(async () => {
    await Promise.all([model.deleteMany({}), keys.flushall()]);
  });
  afterAll(async () => {
    await Promise.all([outbox.close(), keys.quit()]);
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  const fields = () => ({ title: 'A note', slug: randomUUID() });
  const told = async () =>
    (await keys.xrange(liveStream, '-', '+')).map(([, [field, text]]) => ({ [field!]: JSON.parse(text!) }));
  const emptied = () =>
    waitFor('empty outboxes', async () => (await model.countDocuments({ 'outbox.0': { $exists: true } })) === 0);

  it('contain each change of a record, in order', async () => {
    const { id } = await notes.create(randomUUID(), 'hash', fields(), (note) => [
      occurred(noteChanged, { id: note.id, act: 'created' }),
    ]);
    await emptied();
    await notes.patch(id, { title: 'Other' }, { events: () => [occurred(noteChanged, { id, act: 'changed' })] });
    await emptied();
    await notes.softDelete(id, () => [occurred(noteChanged, { id, act: 'deleted' })]);
    await emptied();
    await notes.restore(id, () => [occurred(noteChanged, { id, act: 'restored' })]);
    await emptied();
    expect(await told()).toEqual(
      ['created', 'changed', 'deleted', 'restored'].map((act) => ({ change: { topic: 'bookmarks', id, act } })),
    );
  });

  it('contain all changes that one event declares', async () => {
    const [from, to] = [randomUUID(), randomUUID()];
    await notes.create(randomUUID(), 'hash', fields(), () => [
      occurred(noteMoved, { from, to }),
      occurred(noteKept, { id: from }),
    ]);
    await emptied();
    expect(await told()).toEqual(
      [from, to].map((id) => ({ change: { topic: 'timeline_entries', id, act: 'changed' } })),
    );
  });

  it('are stored before subscribers get the event', async () => {
    const { id } = await notes.create(randomUUID(), 'hash', fields());
    const queue = `bull:${eventQueue('notifications')}`;
    // Adding to the queue fails, because its meta key is no hash.
    await keys.set(`${queue}:meta`, 'no hash');
    await notes.patch(id, { title: 'Other' }, { events: () => [occurred(noteChanged, { id })] });
    await waitFor('the change', async () => (await told()).length === 1);
    expect((await model.findById(id).lean())?.outbox).toHaveLength(1);
    await keys.del(`${queue}:meta`);
    await outbox.sweep(model, 0);
    expect(await keys.llen(`${queue}:wait`)).toBe(1);
    // Delivery is at least once, so the sweep stores the change again.
    expect(await told()).toHaveLength(2);
  });

  it('use defaults for fields that older entries lack, and skip invalid entries', async () => {
    const ids = [randomUUID(), randomUUID()];
    const entry = (payload: unknown) => ({ id: randomUUID(), name: noteChanged.name, payload, at: new Date() });
    await outbox.publish(model, 'none', [entry({ id: ids[0] }), entry({ nothing: true }), entry({ id: ids[1] })]);
    expect(await told()).toEqual(ids.map((id) => ({ change: { topic: 'bookmarks', id, act: 'changed' } })));
    const queue = openQueue(eventQueue('notifications'), keys);
    expect(await queuedEvents(queue)).toHaveLength(3);
    await queue.close();
  });

  it('can be appended without an outbox', async () => {
    const id = randomUUID();
    await announceLive(keys, []);
    expect(await keys.exists(liveStream)).toBe(0);
    await announceLive(keys, [{ topic: 'parked_submissions', id, act: 'created' }]);
    expect(await told()).toEqual([{ change: { topic: 'parked_submissions', id, act: 'created' } }]);
  });

  it('are trimmed to a maximum length', async () => {
    const changes = Array.from({ length: 2_500 }, () => ({ topic: 'leads', id: 'x', act: 'changed' }) as const);
    for (let times = 0; times < 5; times++) await announceLive(keys, changes);
    const kept = await keys.xlen(liveStream);
    expect(kept).toBeGreaterThanOrEqual(liveStreamLength);
    expect(kept).toBeLessThan(liveStreamLength + 500);
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'do not fail the write after %s of Redis, and are published later',
    async (signal) => {
      const { id } = await notes.create(randomUUID(), 'hash', fields());
      await redis.kill(signal);
      const events = () => [occurred(noteMoved, { from: id, to: id })];
      expect(await notes.patch(id, { title: 'Meanwhile' }, { events })).toMatchObject({ title: 'Meanwhile' });
      await (signal === 'SIGKILL' ? redis.restart() : redis.kill('SIGCONT'));
      await waitFor('an empty outbox', async () => {
        await outbox.sweep(model, 0).catch(() => 0);
        return (await model.findById(id).lean())?.outbox.length === 0;
      });
      expect((await told()).length).toBeGreaterThanOrEqual(2);
    },
  );
});

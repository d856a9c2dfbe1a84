/**
 * Writes while Redis is down or suspended, and compares with a publication, which waits for it.
 * @subject libs/service-kit/src/events/live-announcement.ts libs/service-kit/src/events/outbox-publisher.ts
 * @everyday libs/service-kit/src/events/live-announcement.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { event, recordEvent } from '@docfolio/contracts/core/event';
import { liveStream } from '@docfolio/contracts/core/live';
import { recordId } from '@docfolio/contracts/core/text';
import { Redis } from 'ioredis';
import type { Connection, Model } from 'mongoose';
import { z } from 'zod';
import { createLogger } from '../logging.js';
import { connectMongo } from '../mongo/mongo.module.js';
import type { Stored } from '../mongo/record.schema.js';
import { type NoteFields, NotesRepository, noteSchema } from '../testing/notes.repository.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { startRedis, type TestRedis } from '../testing/start-redis.js';
import { waitFor } from '../testing/wait-for.js';
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
    keys = new Redis(redis.url, { maxRetriesPerRequest: null });
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

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'do not delay the write after %s of Redis, and are published later',
    async (signal) => {
      const { id } = await notes.create(randomUUID(), 'hash', fields());
      await redis.kill(signal);
      const events = () => [occurred(noteMoved, { from: id, to: id })];
      const began = performance.now();
      expect(await notes.patch(id, { title: 'Meanwhile' }, { events })).toMatchObject({ title: 'Meanwhile' });
      const written = performance.now();
      // A suspended Redis keeps a publication waiting for 2 s; a killed one refuses it.
      await outbox.notifyOpenCrms([{ topic: 'timeline_entries', id, act: 'changed' }]);
      if (signal === 'SIGSTOP') expect(written - began).toBeLessThan(performance.now() - written);
      await (signal === 'SIGKILL' ? redis.restart() : redis.kill('SIGCONT'));
      await waitFor('an empty outbox', async () => {
        await outbox.sweep(model, 0).catch(() => 0);
        return (await model.findById(id).lean())?.outbox.length === 0;
      });
      expect((await told()).length).toBeGreaterThanOrEqual(2);
    },
  );
});

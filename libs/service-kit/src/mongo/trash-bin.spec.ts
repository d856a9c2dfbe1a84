import { randomUUID } from 'node:crypto';
import { recordEvent } from '@docfolio/contracts/core/event';
import { type Trashed, type TrashType, trashDays } from '@docfolio/contracts/entities/trash';
import { Redis } from 'ioredis';
import type { Connection, Model } from 'mongoose';
import { eventQueue } from '../events/event-queue.js';
import { occurred } from '../events/outbox.js';
import { OutboxPublisher } from '../events/outbox-publisher.js';
import { createLogger } from '../logging.js';
import { type NoteFields, NotesRepository, noteSchema } from '../testing/notes.repository.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { startRedis, type TestRedis } from '../testing/start-redis.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import { connectMongo } from './mongo.module.js';
import type { Stored } from './record.schema.js';
import { TrashBin } from './trash-bin.js';

const logger = createLogger('test', 'silent');
/** Collections of notes, named like entities that a trash may contain. */
const types = ['bookmarks', 'testimonials', 'blog_posts'] as const satisfies readonly TrashType[];
const noteChanged = recordEvent('note.changed', 'bookmarks', ['notifications']);

describe('the trash', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let connection: Connection;
  let outbox: OutboxPublisher;
  let keys: Redis;
  let bin: TrashBin;
  const kinds = new Map<TrashType, NotesRepository>();

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([startRedis(), sharedMongo()]);
    keys = new Redis(redis.url);
    keys.on('error', () => undefined);
    connection = await connectMongo(mongo, logger);
    outbox = new OutboxPublisher({ redisUrl: redis.url, logger, events: [noteChanged] });
    bin = new TrashBin(connection, outbox);
    for (const type of types) {
      const model = connection.model<Stored<NoteFields>>(type, noteSchema, type);
      await model.createIndexes();
      const notes = new NotesRepository(model, outbox);
      kinds.set(type, notes);
      bin.hold({
        type,
        fields: ['title', 'author'] as never,
        row: ({ title, author }: NoteFields) => ({ title, detail: author }),
        restore: (id) => notes.restore(id),
        ...(type === 'blog_posts' && { shown: { author: { $ne: 'nobody' } } }),
      });
    }
  });
  beforeEach(async () => {
    await Promise.all([...types.map((type) => model(type).deleteMany({})), keys.flushall()]);
  });
  afterAll(async () => {
    await Promise.all([outbox.close(), keys.quit()]);
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  const model = (type: TrashType) => connection.model<Stored<NoteFields>>(type) as Model<Stored<NoteFields>>;
  const write = (type: TrashType, fields: Partial<NoteFields> = {}) =>
    kinds.get(type)!.create(randomUUID(), 'hash', { title: 'A note', slug: randomUUID(), ...fields });
  const trashed = async (type: TrashType, fields: Partial<NoteFields> = {}) => {
    const { id } = await write(type, fields);
    await kinds.get(type)!.softDelete(id);
    return { type, id };
  };
  const problemOf = (promise: Promise<unknown>) => rejectionOf(promise);
  const stored = (type: TrashType, id: string) => model(type).countDocuments({ _id: id } as never);
  const told = async () => (await keys.lrange(`bull:${eventQueue('notifications')}:wait`, 0, -1)).length;
  const list = (query: Partial<Parameters<TrashBin['list']>[0]> = {}) => bin.list({ limit: 50, ...query });
  /** Reads all pages of the trash, and calls the callback after each page but the last. */
  const readAll = async (limit: number, meanwhile: (read: Trashed[]) => Promise<unknown> = async () => undefined) => {
    const read: Trashed[] = [];
    let after: string | undefined;
    do {
      const page = await list({ limit, after });
      expect(page.items.length).toBe(page.next ? limit : Math.min(limit, page.items.length));
      read.push(...page.items);
      after = page.next ?? undefined;
      if (after) await meanwhile(read);
    } while (after);
    return read;
  };

  it('lists deleted records, newest first, with title, detail and purge date', async () => {
    const first = await trashed('bookmarks', { title: 'First', author: 'Ada' });
    const last = await trashed('testimonials', { title: 'x'.repeat(300) });
    await write('bookmarks');
    const { items, ...rest } = await list();
    expect(rest).toEqual({ total: 2, total_exact: true, next: null });
    expect(items).toMatchObject([
      { ...last, title: `${'x'.repeat(199)}…`, detail: '' },
      { ...first, title: 'First', detail: 'Ada' },
    ]);
    const { deleted_at, expires_at } = items[1]!;
    expect(Date.parse(expires_at) - Date.parse(deleted_at)).toBe(trashDays * 24 * 60 * 60 * 1_000);
  });

  it('filters by type, and hides deleted records that its type does not show', async () => {
    const bookmark = await trashed('bookmarks');
    await trashed('testimonials');
    await trashed('blog_posts', { author: 'nobody' });
    expect(await list({ type: 'bookmarks' })).toMatchObject({ items: [bookmark], total: 1 });
    expect(await list({ type: 'blog_posts' })).toMatchObject({ items: [], total: 0 });
    expect(await list()).toMatchObject({ total: 2 });
  });

  it('pages without gaps or repeats while records of all types are deleted', async () => {
    const deleted: string[] = [];
    for (let number = 0; number < 60; number++) deleted.push((await trashed(types[number % 3]!)).id);
    const read = await readAll(7, async () => {
      await Promise.all(types.map((type) => trashed(type)));
    });
    expect(read.map(({ id }) => id)).toEqual(deleted.toReversed());
  });

  it('pages through many records of all types deleted at the same time', async () => {
    const at = new Date();
    for (let number = 0; number < 36; number++) await trashed(types[number % 3]!);
    for (const type of types) await model(type).updateMany({}, { $set: { deleted_at: at } } as never);
    const read = await readAll(5);
    expect(new Set(read.map(({ id }) => id)).size).toBe(36);
    expect(read.map(({ id }) => id)).toEqual(
      read
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });

  it('continues after a row that was restored', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 6; number++) ids.unshift((await trashed('bookmarks')).id);
    const read = await readAll(2, (rows) => bin.restore({ type: 'bookmarks', id: rows.at(-1)!.id }, null));
    expect(read.map(({ id }) => id)).toEqual(ids);
    expect(await list()).toMatchObject({ total: 4 });
  });

  it('refuses a cursor of another list', async () => {
    expect(await problemOf(list({ after: 'bm9uc2Vuc2U' }))).toMatchObject({ code: 'validation_failed' });
  });

  it('reads only tombstones, each type along its index', async () => {
    await Promise.all(Array.from({ length: 40 }, () => write('bookmarks')));
    for (let number = 0; number < 5; number++) await trashed('bookmarks');
    const at = new Date();
    for (const deleted_at of [{ $gt: new Date(0) }, { $gt: new Date(0), $lt: at }, at]) {
      const { queryPlanner, executionStats } = (await model('bookmarks')
        .find({ deleted_at } as never)
        .sort({ deleted_at: -1, _id: -1 })
        .limit(3)
        .explain('executionStats')) as unknown as Record<string, { totalKeysExamined: number }>;
      expect(JSON.stringify(queryPlanner)).toContain('"tombstones_by_time"');
      expect(executionStats!.totalKeysExamined).toBeLessThanOrEqual(5);
    }
  });

  it('restores a record unless its unique value was taken', async () => {
    const { type, id } = await trashed('bookmarks', { slug: 'wanted' });
    const { id: other } = await write('bookmarks', { slug: 'wanted' });
    expect(await problemOf(bin.restore({ type, id }, null))).toMatchObject({
      code: 'conflict',
      errors: [{ path: 'slug', message: 'This slug is taken' }],
    });
    expect(await list()).toMatchObject({ items: [{ type, id }] });
    await kinds.get(type)!.softDelete(other);
    expect(await bin.restore({ type, id }, null)).toEqual({ type, id });
    expect(await list()).toMatchObject({ items: [{ id: other }], total: 1 });
    expect(await problemOf(bin.restore({ type, id }, null))).toMatchObject({ code: 'not_found' });
  });

  it('purges a tombstone and never an active record', async () => {
    const { type, id } = await trashed('bookmarks');
    const { id: living } = await write('bookmarks');
    expect(await bin.purge({ type, id })).toEqual({ type, id });
    expect(await stored(type, id)).toBe(0);
    expect(await problemOf(bin.purge({ type, id }))).toMatchObject({ code: 'not_found' });
    expect(await problemOf(bin.purge({ type, id: living }))).toMatchObject({ code: 'not_found' });
    expect(await stored(type, living)).toBe(1);
  });

  it('purges tombstones of all types, listed or not, and nothing else', async () => {
    const living = await Promise.all(types.map((type) => write(type)));
    for (const type of types) for (let number = 0; number < 3; number++) await trashed(type);
    await trashed('blog_posts', { author: 'nobody' });
    expect(await bin.empty()).toBe(10);
    expect(await list()).toMatchObject({ items: [], total: 0 });
    for (const [at, type] of types.entries())
      expect(await model(type).find().distinct('_id')).toEqual([living[at]!.id]);
    expect(await bin.empty()).toBe(0);
  });

  describe('records with unpublished events', () => {
    const left = (id: string) => occurred(noteChanged, { id, act: 'deleted' }).entry;
    const waiting = async (type: TrashType) => {
      const { id } = await trashed(type);
      await model(type).updateOne({ _id: id } as never, { $push: { outbox: left(id) } } as never);
      return { type, id };
    };

    it('are purged after their events were published', async () => {
      const { type, id } = await waiting('bookmarks');
      await bin.purge({ type, id });
      expect(await stored(type, id)).toBe(0);
      expect(await told()).toBe(1);
    });

    it('are published before the trash is emptied', async () => {
      for (const type of types) for (let number = 0; number < 40; number++) await waiting(type);
      await trashed('bookmarks');
      expect(await bin.empty()).toBe(121);
      expect(await told()).toBe(120);
    });

    it('are not purged while events cannot be published', async () => {
      const { type, id } = await waiting('bookmarks');
      const { id: silent } = await trashed('testimonials');
      await redis.kill('SIGKILL');
      expect(await problemOf(bin.purge({ type, id }))).toMatchObject({ code: 'unavailable', status: 503 });
      expect(await problemOf(bin.empty())).toMatchObject({ code: 'unavailable' });
      // Nor is a record without events: the erasure of its values from the audit trail could not be queued.
      expect([await stored(type, id), await stored('testimonials', silent)]).toEqual([1, 1]);
      await redis.restart();
      await waitFor('Redis', async () => (await keys.ping()) === 'PONG');
      await bin.purge({ type, id });
      expect(await stored(type, id)).toBe(0);
      expect(await told()).toBe(1);
    });
  });

  it('refuses two restore methods of one type', () => {
    const kind = { type: 'bookmarks' as const, fields: [], row: () => ({ title: '', detail: '' }) };
    expect(() => bin.hold({ ...kind, restore: async () => undefined })).toThrow('bookmarks');
  });
});

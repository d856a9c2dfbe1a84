import { randomUUID } from 'node:crypto';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { Redis } from 'ioredis';
import type { Connection, Model } from 'mongoose';
import { occurred } from '../events/outbox.js';
import { OutboxPublisher } from '../events/outbox-publisher.js';
import { createLogger } from '../logging.js';
import { noteCreated } from '../testing/note.contract.js';
import { type NoteFields, NotesRepository, noteSchema } from '../testing/notes.repository.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { startRedis, type TestRedis } from '../testing/start-redis.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import { connectMongo } from './mongo.module.js';
import { RecordRepository } from './record.repository.js';
import { recordSchema, type Stored } from './record.schema.js';

const logger = createLogger('test', 'silent');
const sorts = ['created_at', 'title', 'author', 'rank'];

describe('records', () => {
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
    connection = await connectMongo(mongo, logger);
    model = connection.model<Stored<NoteFields>>('notes', noteSchema, 'notes');
    await model.createIndexes();
    outbox = new OutboxPublisher({ redisUrl: redis.url, logger, events: [noteCreated] });
    notes = new NotesRepository(model, outbox);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await model.deleteMany({});
  });
  afterAll(async () => {
    await Promise.all([outbox.close(), keys.quit()]);
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  let slug = 0;
  const fields = (title: string, more: Partial<NoteFields> = {}) => ({ title, slug: `slug-${slug++}`, ...more });
  const add = (title: string, more: Partial<NoteFields> = {}) =>
    notes.create(randomUUID(), 'hash', fields(title, more));
  const problemOf = async (promise: Promise<unknown>) => (await rejectionOf(promise)) as ProblemError;

  describe('when created', () => {
    it('concurrently share one insert, which a conflict of one of them does not fail', async () => {
      const insert = jest.spyOn(model.collection, 'insertMany');
      const outcomes = await Promise.allSettled(['a', 'b', 'a', 'c'].map((slug) => add(slug, { slug })));
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
      expect(outcomes[2]).toMatchObject({ reason: { code: 'conflict', errors: [{ path: 'slug' }] } });
      expect(insert).toHaveBeenCalledTimes(1);
      expect(await model.distinct('slug')).toEqual(['a', 'b', 'c']);
    });

    it('return an id, dates as text, null for absent fields and nothing internal', async () => {
      const id = randomUUID();
      const created = await notes.create(id, 'hash', fields('A title'));
      expect(created).toEqual({
        ...{ id, title: 'A title', author: null, slug: expect.any(String), rank: 0, version: 1 },
        ...{ created_at: expect.stringMatching(/^\d{4}-.*Z$/), updated_at: created.created_at },
      });
      expect(await notes.get(id)).toEqual(created);
    });

    it('are one document for ten concurrent identical creates', async () => {
      const id = randomUUID();
      const same = fields('Ten times');
      const answers = await Promise.all(Array.from({ length: 10 }, () => notes.create(id, 'hash', same)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await model.countDocuments({})).toBe(1);
    });

    it('refuse a key that another body has used', async () => {
      const id = randomUUID();
      await notes.create(id, 'hash', fields('One'));
      expect(await problemOf(notes.create(id, 'other', fields('Two')))).toMatchObject({
        code: 'idempotency_key_reused',
        status: 422,
      });
      expect(await notes.get(id)).toMatchObject({ title: 'One' });
    });

    it('refuse a value that another active record has, with the message of the index', async () => {
      const { id } = await notes.create(randomUUID(), 'hash', { title: 'One', slug: 'taken' });
      const again = () => notes.create(randomUUID(), 'hash', { title: 'Two', slug: 'taken' });
      expect(await problemOf(again())).toMatchObject({
        code: 'conflict',
        errors: [{ path: 'slug', message: 'This slug is taken' }],
      });
      await notes.softDelete(id);
      expect(await again()).toMatchObject({ title: 'Two' });
      expect(await problemOf(notes.restore(id))).toMatchObject({ code: 'conflict' });
    });

    it('refuse fields that the schema does not have', async () => {
      await expect(notes.create(randomUUID(), 'hash', { ...fields('x'), other: 1 } as never)).rejects.toThrow(
        'The schema of notes has no field other',
      );
      expect(
        await notes.create(randomUUID(), 'hash', { ...fields('x'), other: undefined } as never),
      ).not.toHaveProperty('other');
    });

    it('have the defaults of their schema for absent fields', async () => {
      interface TaskFields {
        title: string;
        state: string;
        tags: string[];
        due: string | null;
      }
      const schema = recordSchema<TaskFields>({
        title: { type: String, required: true },
        state: { type: String, default: 'new' },
        tags: { type: [String], default: () => ['untagged'] },
        due: { type: String },
      });
      const tasks = new RecordRepository<TaskFields>(connection.model<Stored<TaskFields>>('tasks', schema), outbox);
      const task = await tasks.create(randomUUID(), 'hash', { title: 'One', tags: undefined });
      expect(task).toMatchObject({ state: 'new', tags: ['untagged'], due: null });
      expect(await tasks.get(task.id)).toEqual(task);
      expect(await tasks.create(randomUUID(), 'hash', { title: 'Two', state: 'done', tags: [] })).toMatchObject({
        state: 'done',
        tags: [],
      });
    });

    it('fail with the error of the database if it is not about a duplicate', async () => {
      await expect(notes.create(randomUUID(), 'hash', { slug: 'untitled' })).rejects.toThrow(/title/);
      expect(await model.countDocuments({})).toBe(0);
    });
  });

  describe('when patched', () => {
    it('set given fields, clear null ones and count versions', async () => {
      const { id, slug } = await add('Old', { author: 'Ann' });
      const patched = await notes.patch(id, { title: 'New', author: null, rank: undefined });
      expect(patched).toMatchObject({ id, slug, title: 'New', author: null, rank: 0, version: 2 });
      expect(Date.parse(patched.updated_at)).toBeGreaterThanOrEqual(Date.parse(patched.created_at));
      expect(await notes.get(id)).toEqual(patched);
    });

    it('refuse an editor of an older version and return the current record', async () => {
      const { id } = await add('First');
      const second = await notes.patch(id, { title: 'Second' }, { version: 1 });
      const refused = await problemOf(notes.patch(id, { title: 'Third' }, { version: 1 }));
      expect(refused).toMatchObject({ code: 'stale', status: 409, current: second });
    });

    it('accept exactly one of eight concurrent patches of the same version', async () => {
      const { id } = await add('First');
      const edits = await Promise.allSettled(
        Array.from({ length: 8 }, (_, index) => notes.patch(id, { title: `Edit ${index}` }, { version: 1 })),
      );
      expect(edits.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await notes.get(id)).toMatchObject({ version: 2 });
    });

    it('apply every change without a version', async () => {
      const { id } = await add('First');
      await Promise.all([
        notes.patch(id, { title: 'Title' }),
        notes.patch(id, { author: 'Author' }),
        notes.patch(id, { rank: 7 }),
      ]);
      expect(await notes.get(id)).toMatchObject({ title: 'Title', author: 'Author', rank: 7, version: 4 });
    });

    it('recompute a functional patch when another write wins the race', async () => {
      const { id } = await add('Counted');
      await Promise.all(Array.from({ length: 5 }, () => notes.patch(id, ({ rank }) => ({ rank: rank + 1 }))));
      expect(await notes.get(id)).toMatchObject({ rank: 5, version: 6 });
    });

    it('write nothing and raise no event for a no-op patch', async () => {
      const before = await add('Same');
      const events = () => {
        throw new Error('asked for events');
      };
      expect(await notes.patch(before.id, () => ({ title: undefined }), { events })).toEqual(before);
      for (const same of [{}, { title: 'Same' }, { author: null, rank: 0 }])
        expect(await notes.patch(before.id, same, { version: 1, events })).toEqual(before);
      expect(await notes.get(before.id)).toEqual(before);
    });

    it('raise events computed from the old and the new record', async () => {
      const { id } = await add('Before');
      const seen: string[] = [];
      await notes.patch(
        id,
        { title: 'After' },
        {
          events: (record, before) => {
            seen.push(`${before.title} -> ${record.title}`);
            return [];
          },
        },
      );
      expect(seen).toEqual(['Before -> After']);
    });

    it('refuse a value that another active record has, and keep the old one', async () => {
      await add('One', { slug: 'taken' });
      const { id } = await add('Two', { slug: 'own' });
      expect(await problemOf(notes.patch(id, { slug: 'taken', title: 'Three' }))).toMatchObject({
        code: 'conflict',
        errors: [{ path: 'slug', message: 'This slug is taken' }],
      });
      expect(await notes.get(id)).toMatchObject({ slug: 'own', title: 'Two', version: 1 });
    });

    it('are refused as busy after twenty lost races, and so are deletions', async () => {
      const { id } = await add('Contended');
      const losing = jest.spyOn(model, 'findOneAndUpdate').mockReturnValue({ lean: async () => null } as never);
      const events = () => [];
      for (const writing of [
        () => notes.patch(id, { title: 'Lost' }, { events }),
        () => notes.softDelete(id, events),
      ]) {
        expect(await problemOf(writing())).toMatchObject({ code: 'saturated', status: 503, retryAfter: 1 });
        expect(losing).toHaveBeenCalledTimes(20);
        losing.mockClear();
      }
      losing.mockRestore();
      expect(await notes.get(id)).toMatchObject({ title: 'Contended', version: 1 });
    });

    it('are found by their new text and not by their old', async () => {
      const { id } = await add('Kitchen');
      await notes.patch(id, { title: 'Garden' });
      const found = async (search: string) => (await notes.list({ search, sort: 'title', limit: 10 }, { sorts })).total;
      expect([await found('garden'), await found('kitchen')]).toEqual([1, 0]);
    });
  });

  describe('when deleted', () => {
    it('are hidden from all reads until they are restored', async () => {
      const { id } = await add('Gone');
      expect(await notes.softDelete(id)).toEqual({ id });
      const absent = { code: 'not_found', status: 404 };
      expect(await problemOf(notes.get(id))).toMatchObject(absent);
      expect(await problemOf(notes.patch(id, { title: 'x' }))).toMatchObject(absent);
      expect(await problemOf(notes.softDelete(id))).toMatchObject(absent);
      expect(await notes.list({ sort: 'title', limit: 10 }, { sorts })).toMatchObject({ items: [], total: 0 });
      expect(await notes.restore(id)).toMatchObject({ id, title: 'Gone', version: 3 });
      expect(await problemOf(notes.restore(id))).toMatchObject(absent);
      expect(await notes.get(id)).toMatchObject({ title: 'Gone' });
    });

    it('are purged by age, never with unpublished events', async () => {
      const [old, fresh, pending, living] = await Promise.all(
        ['old', 'fresh', 'pending', 'living'].map((title) => add(title)),
      );
      for (const { id } of [old!, fresh!, pending!]) await notes.softDelete(id);
      const longAgo = new Date(Date.now() - 1_000_000);
      await model.updateMany({ _id: { $in: [old!.id, pending!.id] } }, { $set: { deleted_at: longAgo } });
      const entry = { id: 'e', name: 'note.created', payload: {}, at: new Date() };
      await model.updateOne({ _id: pending!.id }, { $push: { outbox: entry } });
      expect(await notes.purge(new Date(Date.now() - 500_000))).toBe(1);
      const left = await model.find({}).lean();
      expect(left.map(({ _id }) => _id).sort()).toEqual([fresh!.id, pending!.id, living!.id].sort());
    });
  });

  describe('when their counters are set', () => {
    const events = jest.fn((note: { id: string }) => [occurred(noteCreated, { note: note as never, by: 'test' })]);
    beforeEach(() => events.mockClear());

    it('leave every other record as it was', async () => {
      const [first, second, third] = [await add('One'), await add('Two'), await add('Three')];
      jest.spyOn(outbox, 'publishSoon').mockReturnValue();
      await notes.rankAs(second.id, 7, events);
      expect(events.mock.calls).toEqual([[{ ...second, rank: 7 }]]);
      expect(await Promise.all([first, second, third].map(({ id }) => notes.get(id)))).toEqual([
        first,
        { ...second, rank: 7 },
        third,
      ]);
    });

    it('raise no event if there is no such record, or none any more', async () => {
      const publishing = jest.spyOn(outbox, 'publishSoon').mockReturnValue();
      const { id } = await add('Other');
      publishing.mockClear();
      expect(await problemOf(notes.rankAs(randomUUID(), 7, events))).toMatchObject({ code: 'not_found', status: 404 });
      expect(events).not.toHaveBeenCalled();
      jest.spyOn(model, 'updateOne').mockImplementationOnce((async (...args: Parameters<typeof model.updateOne>) => {
        await model.deleteOne({ _id: id });
        return model.updateOne(...args);
      }) as never);
      expect(await problemOf(notes.rankAs(id, 7, events))).toMatchObject({ code: 'not_found', status: 404 });
      expect(publishing).not.toHaveBeenCalled();
    });
  });

  describe('when listed', () => {
    const pages = async (sort: string, limit: number, search?: string) => {
      const titles: string[] = [];
      const sizes: number[] = [];
      let after: string | undefined;
      do {
        const page = await notes.list({ sort, limit, after, search }, { sorts });
        titles.push(...page.items.map(({ title }) => title));
        sizes.push(page.items.length);
        after = page.next ?? undefined;
      } while (after);
      return { titles, sizes };
    };

    it.each(['rank', '-rank'])('continue after equal sort keys without a gap or a repeat: %s', async (sort) => {
      const names = Array.from({ length: 23 }, (_, index) => `Note ${String(index).padStart(2, '0')}`);
      await Promise.all(names.map((name, index) => add(name, { rank: index < 3 ? 1 : index < 19 ? 2 : 3 })));
      const { titles, sizes } = await pages(sort, 5);
      expect(sizes).toEqual([5, 5, 5, 5, 3]);
      expect([...titles].sort()).toEqual(names);
      const whole = await notes.list({ sort, limit: 100 }, { sorts });
      expect(titles).toEqual(whole.items.map(({ title }) => title));
      expect(whole).toMatchObject({ total: 23, total_exact: true, next: null });
    });

    it('sort text without regard to case, absent values first', async () => {
      for (const author of ['bob', 'Ann', null, 'Zoë', 'ann']) await add(`by ${author}`, { author });
      expect((await pages('author', 2)).titles.map((title) => title.toLowerCase())).toEqual([
        'by null',
        'by ann',
        'by ann',
        'by bob',
        'by zoë',
      ]);
      expect((await pages('-author', 2)).titles.at(-1)).toBe('by null');
    });

    it('sort by time', async () => {
      for (const title of ['first', 'second', 'third']) {
        await add(title);
        await waitFor('the next millisecond', () => Promise.resolve(true));
      }
      const times = (await notes.list({ sort: '-created_at', limit: 3 }, { sorts })).items.map(
        (item) => item.created_at,
      );
      expect(times).toEqual([...times].sort().reverse());
      expect((await pages('-created_at', 1)).titles).toHaveLength(3);
    });

    it('have null for the fields that the list omits', async () => {
      await add('Long', { author: 'Much text' });
      const query = { sort: 'title', limit: 10, search: 'much' };
      const { items } = await notes.list(query, { sorts, without: ['author'] });
      expect(items).toMatchObject([{ title: 'Long', author: null }]);
    });

    it('are counted unless deleted, in total or by a filter', async () => {
      const [first] = await Promise.all([1, 1, 2].map((rank) => add('counted', { rank })));
      expect([await notes.count(), await notes.count({ rank: 1 }), await notes.count({ rank: 3 })]).toEqual([3, 2, 0]);
      await notes.softDelete(first!.id);
      expect([await notes.count(), await notes.count({ rank: 1 })]).toEqual([2, 1]);
    });

    it('are filtered by a field', async () => {
      await add('a', { rank: 1 });
      await add('b', { rank: 2 });
      expect(await notes.list({ sort: 'title', limit: 5 }, { sorts, filter: { rank: 2 } })).toMatchObject({
        items: [{ title: 'b' }],
        total: 1,
      });
    });

    it.each([
      ['kitch', ['Kitchen']],
      ['CHEN', ['Kitchen']],
      ['ann', ['Garden']],
      ['n', []],
      ['ki', ['Kitchen']],
      ['50%', ['50% (a+)+$ [off]']],
      ['(a+)+$', ['50% (a+)+$ [off]']],
      ['.*', []],
      ['kit*', []],
      ['joanna-unal', ['Garden']],
      ['un', ['Garden']],
      [' – ', ['50% (a+)+$ [off]', 'Garden', 'Kitchen']],
    ])('match %j literally, regardless of case, accents and dashes', async (search, titles) => {
      await add('Kitchen');
      await add('Garden', { author: 'Joanna Ünal' });
      await add('50% (a+)+$ [off]');
      expect(await pages('title', 10, search)).toMatchObject({ titles });
    });

    it('count a search exactly up to 1,000, then as a lower bound, and page through all matches', async () => {
      const rows = Array.from({ length: 1_003 }, (_, index) => {
        const title = `Kitchen ${String(index).padStart(4, '0')}`;
        const now = new Date();
        return {
          ...{ _id: randomUUID(), title, author: null, slug: `s${index}`, rank: 0, version: 1, op_hash: null },
          ...{ created_at: now, updated_at: now, deleted_at: null, outbox: [] },
          ...{ search_text: title.toLowerCase(), search_grams: ['kit', 'itc', 'tch', 'che', 'hen'] },
          sort_keys: { title: title.toLowerCase(), author: '' },
        };
      });
      await model.insertMany(rows.slice(0, 1_000) as never[]);
      const query = { search: 'kitchen', sort: 'title', limit: 100 };
      expect(await notes.list(query, { sorts })).toMatchObject({ total: 1_000, total_exact: true });
      await model.insertMany(rows.slice(1_000) as never[]);
      expect(await notes.list(query, { sorts })).toMatchObject({ total: 1_000, total_exact: false });
      expect((await notes.list({ sort: 'title', limit: 1 }, { sorts })).total).toBe(1_003);
      const { titles } = await pages('title', 100, 'kitchen');
      expect(titles).toEqual(rows.map(({ title }) => title));
    });

    it('refuse a cursor of another sort, and an unknown sort', async () => {
      for (const title of ['a', 'b']) await add(title);
      const { next } = await notes.list({ sort: 'title', limit: 1 }, { sorts });
      expect(await problemOf(notes.list({ sort: '-title', limit: 1, after: next! }, { sorts }))).toMatchObject({
        code: 'validation_failed',
        errors: [{ path: 'after' }],
      });
      expect(await problemOf(notes.list({ sort: 'slug', limit: 1 }, { sorts }))).toMatchObject({
        errors: [{ path: 'sort' }],
      });
    });
  });

  describe('with events', () => {
    const events = (note: Parameters<typeof occurred<typeof noteCreated>>[1]['note']) => [
      occurred(noteCreated, { note, by: 'test' }),
    ];

    it('publish each change to each subscriber once and empty the outbox', async () => {
      const { id } = await notes.create(randomUUID(), 'hash', fields('An event'), (note) => events(note));
      await waitFor('an empty outbox', async () => (await model.findById(id).lean())?.outbox.length === 0);
      expect(await keys.llen('bull:events-notifications:wait')).toBe(1);
    });

    it('store the events of each write together with it, before they are published', async () => {
      const publishing = jest.spyOn(outbox, 'publishSoon').mockReturnValue();
      const seen: [title: string, rank: number, version: number][] = [];
      const raise = (note: Parameters<typeof events>[0] & { rank: number }) => {
        seen.push([note.title, note.rank, note.version]);
        return events(note);
      };
      const { id } = await notes.create(randomUUID(), 'hash', fields('One'), raise as never);
      await notes.patch(id, { title: 'Two' }, { events: raise as never });
      await notes.softDelete(id, raise as never);
      await notes.rankAs(id, 7, raise as never);
      await notes.restore(id, raise as never);
      expect(seen).toEqual([
        ['One', 0, 1],
        ['Two', 0, 2],
        ['Two', 0, 3],
        ['Two', 7, 3],
        ['Two', 7, 4],
      ]);
      const stored = (await model.findById(id).lean())!.outbox.map((entry) => entry.id);
      expect(stored).toHaveLength(5);
      expect(publishing.mock.calls.map(([, of, entries]) => [of, ...entries.map((entry) => entry.id)])).toEqual(
        stored.map((entry) => [id, entry]),
      );
    });

    it('accept a list of events instead of a function', async () => {
      const publishing = jest.spyOn(outbox, 'publishSoon').mockReturnValue();
      const created = await add('One');
      const raised = events(created as never);
      await notes.patch(created.id, { title: 'Two' }, { events: raised });
      expect((await model.findById(created.id).lean())!.outbox).toMatchObject([{ id: raised[0]!.entry.id }]);
      expect(publishing).toHaveBeenLastCalledWith(model, created.id, [raised[0]!.entry], true);
    });

    it('can be written while Redis is down, and publish their events when it is up again', async () => {
      await redis.kill('SIGKILL');
      const { id } = await notes.create(randomUUID(), 'hash', fields('Meanwhile'), (note) => events(note));
      expect((await model.findById(id).lean())?.outbox).toHaveLength(1);
      await redis.restart();
      // The sweep publishes, or the publisher of the write if Redis is up before its timeout.
      await waitFor('an empty outbox', async () => {
        // The sweep fails until its connection is restored.
        await outbox.sweep(model, 0).catch(() => 0);
        return (await model.findById(id).lean())?.outbox.length === 0;
      });
    });
  });
});

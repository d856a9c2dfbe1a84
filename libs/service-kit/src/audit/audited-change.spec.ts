import { randomUUID } from 'node:crypto';
import mongoose, { type Connection, type Model } from 'mongoose';
import type { OutboxPublisher } from '../events/outbox-publisher.js';
import { type AuditContext, requestContext } from '../logging.js';
import { RecordRepository } from '../mongo/record.repository.js';
import { recordSchema, type Stored } from '../mongo/record.schema.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { changesOf, maskedEmail, recordNameOf } from './audited-change.js';

describe('changes for the audit trail', () => {
  it('lists the changed fields only', () => {
    const before = { status: 'new', tags: ['a'], at: new Date(0), notes: null };
    const after = { status: 'lost', tags: ['a'], at: new Date(0), notes: 'x' };
    expect(changesOf(before, after, Object.keys(after))).toEqual([
      { field: 'status', before: 'new', after: 'lost' },
      { field: 'notes', before: null, after: 'x' },
    ]);
  });

  it('lists the filled fields of a new record', () => {
    const after = { name: 'Ada', company: null, message: '', tags: [], is_spam: false };
    expect(changesOf(undefined, after, Object.keys(after)).map(({ field }) => field)).toEqual(['name', 'is_spam']);
  });

  it('records no value of a secret, whatever its field is called', () => {
    const after = { password_hash: 'p4ss', token: 't0ken', clientSecret: 's3cret', signature: 's1gn' };
    const changes = changesOf(undefined, after, Object.keys(after));
    expect(changes.map(({ field }) => field)).toEqual(Object.keys(after));
    expect(JSON.stringify(changes)).not.toMatch(/p4ss|t0ken|s3cret|s1gn/);
  });

  it('masks addresses and phone numbers', () => {
    const after = { email: 'carla@example.co.uk', author_email: 'x@y.org', phone: '+31 6 1234 4418' };
    expect(changesOf(undefined, after, Object.keys(after)).map(({ after: value }) => value)).toEqual([
      'c•••@e•••.uk',
      'x•••@y•••.org',
      '•••4418',
    ]);
    expect(maskedEmail('not an address')).toBe('•••');
  });

  it('cuts long texts at 300 characters, and compares nested fields one by one', () => {
    const long = 'x'.repeat(200_000);
    expect(changesOf({ content: 'a' }, { content: long }, ['content'])[0]!.after).toHaveLength(300);
    const [before, after] = [{ canary: { share: 0, build: 'a' } }, { canary: { share: 10, build: 'a' } }];
    expect(changesOf(before, after, ['canary'])).toEqual([{ field: 'canary.share', before: 0, after: 10 }]);
  });

  it('names a record by its name or title, else by its masked address', () => {
    expect(recordNameOf({ title: 'Queues', slug: 'queues' })).toBe('Queues');
    expect(recordNameOf({ name: ' ', email: 'carla@example.org' })).toBe('c•••@e•••.org');
    expect(recordNameOf({})).toBeNull();
  });
});

describe('a repository in an audited call', () => {
  interface Note {
    title: string;
    author_email: string | null;
  }
  const schema = recordSchema<Note>({
    title: { type: String, required: true },
    author_email: { type: String, default: null },
  });
  const call: AuditContext = {
    entryId: randomUUID(),
    operation: 'PATCH /notes/:id',
    requestId: 'r-1',
    actor: { user_id: 'u', email: 'owner@example.com' },
  };
  const audited = <T>(work: () => Promise<T>) => requestContext.run({ requestId: 'r-1', audit: call }, work);
  let mongo: TestMongo;
  let connection: Connection;
  let model: Model<Stored<Note>>;
  let notes: RecordRepository<Note>;
  beforeAll(async () => {
    mongo = await sharedMongo();
    connection = await mongoose.createConnection(mongo.uri, { dbName: mongo.dbName }).asPromise();
    model = connection.model('notes', schema, 'notes') as unknown as Model<Stored<Note>>;
    // Publishes nothing, as if the process died after each write.
    const outbox = { invalidateCaches: async () => true, publishSoon: () => undefined };
    notes = new RecordRepository(model, outbox as unknown as OutboxPublisher);
  });
  afterAll(async () => {
    await connection.close();
    await mongo.stop();
  });
  const outboxOf = async (id: string) => (await model.findOne({ _id: id }).lean<Stored<Note>>())!.outbox;

  it('stores the entry in the same write as the change', async () => {
    const id = randomUUID();
    await audited(() => notes.create(id, '', { title: 'One', author_email: 'ada@example.org' }));
    await audited(() => notes.patch(id, { title: 'Two' }));
    await audited(() => notes.softDelete(id));
    await audited(() => notes.restore(id));
    const entries = await outboxOf(id);
    expect(entries.map(({ name }) => name)).toEqual(Array.from({ length: 4 }, () => 'record.audited'));
    expect(entries.map(({ payload }) => payload)).toMatchObject([
      {
        entry_id: call.entryId,
        actor: call.actor,
        kind: 'notes',
        record_id: id,
        act: 'created',
        changes: [
          { field: 'title', before: null, after: 'One' },
          { field: 'author_email', before: null, after: 'a•••@e•••.org' },
        ],
      },
      { act: 'changed', record_name: 'Two', changes: [{ field: 'title', before: 'One', after: 'Two' }] },
      { act: 'deleted', changes: [] },
      { act: 'restored', changes: [] },
    ]);
  });

  it('stores no entry for a change that writes nothing, or that is refused', async () => {
    const id = randomUUID();
    await notes.create(id, '', { title: 'One' });
    await audited(() => notes.patch(id, { title: 'One' }));
    await expect(audited(() => notes.patch(id, { title: 'Two' }, { version: 9 }))).rejects.toMatchObject({
      code: 'stale',
    });
    expect(await outboxOf(id)).toEqual([]);
  });

  it('stores no entry outside of an audited call', async () => {
    const id = randomUUID();
    await notes.create(id, '', { title: 'One' });
    await notes.patch(id, { title: 'Two' });
    expect(await outboxOf(id)).toEqual([]);
  });
});

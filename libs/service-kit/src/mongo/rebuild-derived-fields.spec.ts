import type { Connection, Model } from 'mongoose';
import { createLogger } from '../logging.js';
import { type NoteFields, noteSchema } from '../testing/notes.repository.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { connectMongo } from './mongo.module.js';
import { rebuildDerivedFields } from './rebuild-derived-fields.js';
import { recordSchema, type Stored } from './record.schema.js';

describe('derived fields', () => {
  let mongo: TestMongo;
  let connection: Connection;
  let model: Model<Stored<NoteFields>>;

  beforeAll(async () => {
    mongo = await sharedMongo();
    connection = await connectMongo(mongo, createLogger('test', 'silent'));
    model = connection.model<Stored<NoteFields>>('notes', noteSchema, 'notes');
    await model.createIndexes();
  });
  beforeEach(() => Promise.all([model.deleteMany({}), notes().deleteMany({})]));
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
    await mongo.stop();
  });

  const notes = () => connection.collection('derived_fields');
  const at = new Date();
  /** Returns a record as stored by a version without search and sort fields. */
  const old = (number: number) => ({
    ...{ _id: `note-${number}`, title: `Note ${number}`, author: null, slug: `note-${number}`, rank: number },
    ...{ created_at: at, updated_at: at, deleted_at: null, version: 1, op_hash: null, outbox: [] },
  });
  const write = (...records: object[]) => model.collection.insertMany(records as never[]);
  const stored = (id: string) => model.findOne({ _id: id } as never).lean<Stored<NoteFields>>();

  it('are added to records of older versions, deleted ones too, without other changes', async () => {
    await write(...Array.from({ length: 1_100 }, (_, number) => old(number)));
    await model.updateOne({ _id: 'note-7' } as never, { $set: { deleted_at: at } } as never);
    expect(await rebuildDerivedFields(connection, model)).toBe(1_100);
    expect(await stored('note-7')).toEqual({
      ...old(7),
      deleted_at: at,
      search_text: 'note 7',
      search_grams: expect.arrayContaining(['not', 'ote', '^n', '^7']),
      sort_keys: { title: 'note 7', author: '' },
    });
  });

  it('are rebuilt once per change of the searched or sorted fields of the schema', async () => {
    await write(old(1));
    expect(await rebuildDerivedFields(connection, model)).toBe(1);
    await write(old(2));
    expect(await rebuildDerivedFields(connection, model)).toBe(0);
    await notes().updateOne({}, { $set: { rule: 'what it was before' } });
    expect(await rebuildDerivedFields(connection, model)).toBe(1);
    expect(await stored('note-2')).toMatchObject({ search_text: 'note 2' });
  });

  it('are rebuilt by how texts are folded now, and those that a replica of the version before writes since', async () => {
    const former = (number: number) => ({
      ...old(number),
      title: 'Zoë',
      search_text: 'zoë',
      search_grams: ['zoë', '^z'],
    });
    await write(former(1));
    // As of the version before this one.
    await notes().insertOne({ _id: 'notes', rule: '{"search":["title"],"sort":["title","author"]}' } as never);
    expect(await rebuildDerivedFields(connection, model)).toBe(1);
    expect(await stored('note-1')).toMatchObject({ search_text: 'zoe', search_grams: ['zoe', '^z', '^zo'] });
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
    await write(former(2));
    expect(await rebuildDerivedFields(connection, model, hours(0.5))).toBe(1);
    await write(former(3));
    expect(await rebuildDerivedFields(connection, model, hours(2))).toBe(1);
    await write(former(4));
    expect(await rebuildDerivedFields(connection, model, hours(3))).toBe(0);
  });

  it('are removed when a field is no longer searched', async () => {
    await write({ ...old(1), search_text: 'note 1\0note-1', search_grams: ['note-1'], sort_keys: { rank: 'x' } });
    await rebuildDerivedFields(connection, model);
    expect(await stored('note-1')).toMatchObject({ search_text: 'note 1', sort_keys: { title: 'note 1', author: '' } });
  });

  it('are recomputed when their rule changes, and sorting by them finds all records', async () => {
    const read = (name: string) => connection.model<Stored<NoteFields>>(name).find({}, { computed: 1 }).lean();
    const computedBy = (rule: number, name: string) =>
      connection.model(
        name,
        recordSchema<NoteFields>(noteSchema.obj as never, {
          computed: { words: { from: ['title', 'created_at'], rule, of: ({ title }) => `${title}`.split(' ') } },
        }),
        'notes',
      ) as unknown as Model<Stored<NoteFields>>;
    await write(old(1), old(2));
    expect(await rebuildDerivedFields(connection, computedBy(1, 'notes_1'))).toBe(2);
    expect(await read('notes_1')).toMatchObject([{ computed: { words: ['Note', '1'] } }, {}]);
    expect(await rebuildDerivedFields(connection, computedBy(1, 'notes_1b'))).toBe(0);
    await model.updateMany({}, { $set: { computed: { words: ['stale'] } } } as never);
    expect(await rebuildDerivedFields(connection, computedBy(2, 'notes_2'))).toBe(2);
    expect(await read('notes_2')).toMatchObject([{}, { computed: { words: ['Note', '2'] } }]);
  });
});

import mongoose, { type Connection, Schema } from 'mongoose';
import { createLogger } from '../logging.js';
import { startMongoProxy } from '../testing/mongo-proxy.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { isUnreachable } from '../unreachable.js';
import { documentCaster } from './document-caster.js';
import { insertGroup } from './insert-group.js';
import { connectMongo } from './mongo.module.js';
import { recordSchema } from './record.schema.js';

const link = new Schema({ type: String, id: String }, { _id: false, typeKey: '$type' });
const schema = recordSchema<Record<string, unknown>>(
  {
    title: { type: String, required: true },
    state: { type: String, enum: ['open', 'closed', null], default: null },
    rank: { type: Number, default: null },
    done: { type: Boolean, default: false },
    due_at: { type: Date, default: null },
    tags: { type: [String], default: [] },
    aliases: { type: [String], default: null },
    link: { type: link, default: null },
    extra: { type: Schema.Types.Mixed, default: null },
  },
  { search: ['title'] },
);

const at = new Date('2026-01-02T03:04:05.678Z');
const base = {
  created_at: at,
  updated_at: at,
  deleted_at: null,
  version: 1,
  op_hash: 'hash',
  search_text: 'a title',
  search_grams: ['a t', '^a'],
  outbox: [{ id: 'e', name: 'made', payload: { nested: { list: [1, 'two', null] }, absent: undefined }, at }],
};
const full = {
  ...base,
  title: 'A title',
  state: 'open',
  rank: '7',
  done: true,
  due_at: '2026-02-03T00:00:00.000Z',
  tags: ['one', '', 2],
  aliases: ['x'],
  link: { type: 'leads', id: '1', unknown: 'dropped' },
  extra: { any: [{ thing: at }] },
};
const bare = {
  ...base,
  title: 'B',
  state: null,
  rank: null,
  done: false,
  due_at: null,
  tags: [],
  aliases: null,
  link: null,
  extra: null,
  outbox: [],
};

describe('cast documents', () => {
  let mongo: TestMongo;
  let connection: Connection;

  beforeAll(async () => {
    mongo = await sharedMongo();
    connection = await connectMongo(mongo, createLogger('test', 'silent'));
  });
  afterAll(async () => {
    await connection.dropDatabase();
    await connection.close();
    await mongo.stop();
  });

  it.each(Object.entries({ full, bare }))('are stored as mongoose stores them: %s', async (name, document) => {
    const model = connection.models[name] ?? connection.model(name, schema as unknown as Schema, name);
    await model.create([{ ...document, _id: 'slow' }]);
    const cast = documentCaster(schema as unknown as Schema)({ ...document, _id: 'fast' });
    expect(await insertGroup(model, [cast])).toEqual([undefined]);
    const stored = (id: string) => model.collection.findOne({ _id: id as never });
    const { _id: _slow, ...slow } = (await stored('slow'))!;
    const { _id: _fast, ...fast } = (await stored('fast'))!;
    expect(fast).toStrictEqual(slow);
  });

  it('are refused without a required field, with an unknown enum value, or if a value cannot be cast', () => {
    const cast = documentCaster(schema as unknown as Schema);
    expect(() => cast({ ...bare, _id: 'a', title: null })).toThrow('Path `title` is required');
    expect(() => cast({ ...bare, _id: 'a', state: 'ajar' })).toThrow('is not a valid enum value');
    expect(() => cast({ ...bare, _id: 'a', rank: 'high' })).toThrow(mongoose.Error.CastError);
    expect(() => cast({ ...bare, _id: 'a', tags: 'one' })).toThrow('Not an array');
  });

  it('are inserted without those that another document keeps out', async () => {
    const model = connection.model('group', schema as unknown as Schema, 'group');
    const documents = ['a', 'b', 'a', 'c'].map((_id) => documentCaster(model.schema)({ ...bare, _id }));
    const outcomes = await insertGroup(model, documents);
    expect(outcomes.map((outcome) => (outcome as { code?: number } | undefined)?.code)).toEqual([
      undefined,
      undefined,
      11_000,
      undefined,
    ]);
    expect(await model.countDocuments({})).toBe(3);
  });

  it('are not inserted at all while MongoDB is down, which is an error of the whole group', async () => {
    const proxy = await startMongoProxy(mongo.port);
    const reached = await connectMongo({ uri: proxy.uri, dbName: mongo.dbName }, createLogger('test', 'silent'));
    const model = reached.model('down', schema as unknown as Schema, 'down');
    proxy.refuse();
    const failed = await insertGroup(model, [documentCaster(model.schema)({ ...bare, _id: 'a' })]).catch(
      (error: unknown) => error as Error,
    );
    expect(failed).toBeInstanceOf(Error);
    expect(isUnreachable(failed)).toBe(true);
    await reached.close();
    await proxy.stop();
  });
});

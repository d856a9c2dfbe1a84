import { randomUUID } from 'node:crypto';
import type { ListQuery } from '@docfolio/contracts/core/list';
import type { Connection, Model } from 'mongoose';
import { OutboxPublisher } from '../events/outbox-publisher.js';
import { createLogger } from '../logging.js';
import { type NoteFields, NotesRepository, noteSchema } from '../testing/notes.repository.js';
import { sharedMongo, sharedRedis } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import type { TestRedis } from '../testing/start-redis.js';
import { connectMongo } from './mongo.module.js';
import { derivedFields, type Stored, traitsOf } from './record.schema.js';
import { batchesOf } from './record-walk.js';

const logger = createLogger('test', 'silent');
const sorts = ['created_at', 'title', 'rank'];
const count = 1_234;

let redis: TestRedis;
let mongo: TestMongo;
let connection: Connection;
let model: Model<Stored<NoteFields>>;
let outbox: OutboxPublisher;
let notes: NotesRepository;
const list = (query: ListQuery) => notes.list(query, { sorts });

const note = (rank: number) => {
  const fields = { title: rank % 10 ? `Note ${rank}` : `Rare ${rank}`, author: null, slug: `slug-${rank}`, rank };
  const at = new Date(1_700_000_000_000 + rank);
  return {
    ...{ _id: randomUUID(), ...fields, ...derivedFields(traitsOf(noteSchema), fields) },
    ...{ created_at: at, updated_at: at, deleted_at: null, version: 1, op_hash: null, outbox: [] },
  };
};

beforeAll(async () => {
  [redis, mongo] = await Promise.all([sharedRedis(), sharedMongo()]);
  connection = await connectMongo(mongo, logger);
  model = connection.model<Stored<NoteFields>>('notes', noteSchema, 'notes');
  await model.createIndexes();
  outbox = new OutboxPublisher({ redisUrl: redis.url, logger, events: [] });
  notes = new NotesRepository(model, outbox);
});
afterAll(async () => {
  await outbox.close();
  await connection.dropDatabase();
  await connection.close();
  await Promise.all([redis.stop(), mongo.stop()]);
});
beforeEach(async () => {
  await model.deleteMany({});
  await model.collection.insertMany(Array.from({ length: count }, (_, rank) => note(rank)) as never[]);
});
afterEach(() => jest.restoreAllMocks());

async function walk(query: Partial<ListQuery>, meanwhile: () => Promise<unknown> = async () => undefined) {
  const walked = { ranks: [] as number[], totals: new Set<number>(), screenfuls: 0 };
  for await (const { items, total } of batchesOf(list, { sort: 'rank', limit: 10, ...query })) {
    walked.ranks.push(...items.map(({ rank }) => rank));
    walked.totals.add(total);
    walked.screenfuls++;
    await meanwhile();
  }
  return walked;
}

const all = Array.from({ length: count }, (_, rank) => rank);

describe('iterating over a list', () => {
  it.each<[string, number[]]>([
    ['rank', all],
    ['-rank', all.toReversed()],
    ['-created_at', all.toReversed()],
  ])('yields each record once, sorted by %s', async (sort, ranks) => {
    expect(await walk({ sort })).toEqual({ ranks, totals: new Set([count]), screenfuls: 5 });
  });

  it('counts the records once, regardless of the number of batches', async () => {
    const counting = jest.spyOn(model, 'countDocuments');
    await walk({});
    expect(counting).toHaveBeenCalledTimes(1);
  });

  it('yields all matches of a search, also if there are more than a total counts, or none', async () => {
    expect((await walk({ search: 'rare' })).ranks).toEqual(all.filter((rank) => rank % 10 === 0));
    expect(await walk({ search: 'note' })).toMatchObject({
      ranks: all.filter((rank) => rank % 10),
      totals: new Set([1_000]),
    });
    expect((await walk({ search: 'ra' })).ranks).toEqual(all.filter((rank) => rank % 10 === 0));
    expect(await walk({ search: 'absent' })).toEqual({ ranks: [], totals: new Set([0]), screenfuls: 1 });
  });

  it('starts at the beginning and ignores the cursor of the query', async () => {
    const { next } = await list({ sort: 'rank', limit: 10 });
    expect((await walk({ after: next! })).ranks).toEqual(all);
  });

  it('yields each record that is present throughout once, while others are added and deleted', async () => {
    let added = count;
    const { ranks } = await walk({}, async () => {
      await model.collection.insertOne({ ...note(added), rank: -added } as never);
      await model.updateOne({ rank: 0 }, { $set: { deleted_at: new Date() } });
      added++;
    });
    expect(ranks).toEqual(all);
  });
});

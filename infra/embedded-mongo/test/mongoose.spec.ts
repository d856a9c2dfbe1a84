import mongoose, { Schema } from 'mongoose';
import type { TestServer } from './server';
import { sharedServer } from './shared-server';

let server: TestServer;
let connection: mongoose.Connection;

const leadSchema = new Schema(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    email: { type: String, lowercase: true },
    status: { type: String, enum: ['new', 'won'], default: 'new' },
    budget: Number,
    tags: [String],
    outbox: [{ _id: false, id: String, type: { type: String } }],
    address: { city: String },
    deleted_at: { type: Date, default: null },
  },
  { timestamps: { createdAt: 'created_at', updatedAt: 'updated_at' }, versionKey: 'version' },
);
leadSchema.index({ email: 1 }, { unique: true, partialFilterExpression: { deleted_at: null } });
leadSchema.index({ status: 1, created_at: -1 });

type Lead = mongoose.InferSchemaType<typeof leadSchema>;
let leads: mongoose.Model<Lead>;

beforeAll(async () => {
  server = await sharedServer();
  connection = await mongoose.createConnection(`${server.uri}/app`, { serverSelectionTimeoutMS: 15_000 }).asPromise();
  leads = connection.model('Lead', leadSchema) as never;
  await leads.init();
});
beforeEach(() => leads.deleteMany({}));
afterAll(async () => {
  await connection?.dropDatabase();
  await connection?.close();
  await server?.stop();
});

const lead = (n: number, more: object = {}): Lead =>
  ({ _id: `id${n}`, name: `Lead ${n}`, email: `Lead${n}@x.org`, ...more }) as never;

test('mongoose creates a document with defaults and timestamps, finds it and saves changes', async () => {
  const made = await leads.create(lead(1));
  expect(made).toMatchObject({ status: 'new', email: 'lead1@x.org', deleted_at: null });
  expect(made.created_at).toBeInstanceOf(Date);
  const found = (await leads.findById('id1'))!;
  found.tags.push('a', 'b');
  found.set('address.city', 'Oslo');
  await found.save();
  expect(await leads.findOne({ 'address.city': 'Oslo', tags: 'b' }).lean()).toMatchObject({ _id: 'id1', version: 1 });
});

test('a stale save of mongoose fails with a VersionError', async () => {
  await leads.create(lead(1, { tags: ['a', 'b'] }));
  const [one, two] = [(await leads.findById('id1'))!, (await leads.findById('id1'))!];
  one.tags.splice(0, 1);
  await one.save();
  two.set('tags.0', 'z');
  await expect(two.save()).rejects.toThrow(mongoose.Error.VersionError);
});

test('a duplicate fails with error 11000 and its key, and a deletion makes the value available again', async () => {
  await leads.create(lead(1));
  await expect(leads.create(lead(2, { email: 'lead1@x.org' }))).rejects.toMatchObject({
    code: 11000,
    keyPattern: { email: 1 },
    keyValue: { email: 'lead1@x.org' },
  });
  await leads.updateOne({ _id: 'id1' }, { deleted_at: new Date() });
  await leads.create(lead(2, { email: 'lead1@x.org' }));
  await expect(leads.updateOne({ _id: 'id1' }, { deleted_at: null })).rejects.toMatchObject({ code: 11000 });
});

test('one update changes a status and adds to the outbox, and another empties the outbox', async () => {
  await leads.create(lead(1));
  const event = { id: 'e1', type: 'lead.won' };
  const after = await leads
    .findOneAndUpdate(
      { _id: 'id1', status: 'new' },
      { $set: { status: 'won' }, $push: { outbox: event }, $inc: { version: 1 } },
      { returnDocument: 'after' },
    )
    .lean();
  expect(after).toMatchObject({ status: 'won', version: 1, outbox: [event] });
  expect(await leads.findOneAndUpdate({ _id: 'id1', status: 'new' }, { $set: { status: 'won' } })).toBeNull();
  expect(await leads.find({ 'outbox.0': { $exists: true } }).countDocuments()).toBe(1);
  await leads.updateOne({ _id: 'id1' }, { $pull: { outbox: { id: 'e1' } } });
  expect((await leads.findById('id1').lean())!.outbox).toEqual([]);
});

test('mongoose applies defaults and setOnInsert in an upsert', async () => {
  const result = await leads.updateOne(
    { _id: 'u1' },
    { $set: { name: 'U' }, $setOnInsert: { budget: 5 } },
    { upsert: true },
  );
  expect(result.upsertedId).toBe('u1');
  expect(await leads.findById('u1').lean()).toMatchObject({ name: 'U', budget: 5, status: 'new' });
});

test('mongoose runs bulkWrite, insertMany, cursor, distinct and aggregate', async () => {
  await leads.insertMany(Array.from({ length: 250 }, (_, n) => lead(n, { budget: n, status: n % 5 ? 'new' : 'won' })));
  const operations = [
    { insertOne: { document: lead(900) as never } },
    { updateMany: { filter: { budget: { $gte: 200 } }, update: { $set: { name: 'Big' } } } },
    { deleteOne: { filter: { _id: 'id0' } } },
    { updateOne: { filter: { _id: 'id901' }, update: { $set: { name: 'New' } }, upsert: true } },
    { replaceOne: { filter: { _id: 'id5' }, replacement: lead(5, { name: 'Replaced' }) as never } },
  ];
  const result = await leads.bulkWrite(operations as never);
  expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 51, deletedCount: 1, upsertedCount: 1 });
  const seen: string[] = [];
  for await (const each of leads.find().sort({ _id: 1 }).lean().cursor({ batchSize: 20 })) seen.push(each._id);
  expect(seen).toEqual([...seen].sort());
  expect(seen).toHaveLength(251);
  expect(await leads.distinct('status')).toEqual(['new', 'won']);
  const groups = await leads.aggregate([
    { $match: { name: 'Big' } },
    { $group: { _id: '$status', n: { $sum: 1 } } },
    { $sort: { _id: 1 } },
  ]);
  expect(groups).toEqual([
    { _id: 'new', n: 40 },
    { _id: 'won', n: 10 },
  ]);
});

test('paging by the last sort key returns each document once', async () => {
  await leads.insertMany(Array.from({ length: 30 }, (_, n) => lead(n, { budget: n % 7 })));
  const pages: string[] = [];
  let after: Lead | undefined;
  for (;;) {
    const more = after
      ? { $or: [{ budget: { $gt: after.budget } }, { budget: after.budget, _id: { $gt: after._id } }] }
      : {};
    const page = await leads
      .find({ deleted_at: null, ...more } as never)
      .sort({ budget: 1, _id: 1 })
      .limit(8)
      .lean();
    if (page.length === 0) break;
    pages.push(...page.map((each) => each._id));
    after = page.at(-1) as never;
  }
  expect(pages).toHaveLength(30);
  expect(new Set(pages).size).toBe(30);
});

test('a session without a transaction works, and a transaction is refused', async () => {
  const session = await connection.startSession();
  await leads.create([lead(1)], { session });
  await expect(connection.transaction(() => leads.create([lead(2)]))).resolves.toBeDefined();
  await expect(
    session.withTransaction(() => leads.updateOne({ _id: 'id1' }, { name: 'x' }, { session })),
  ).rejects.toMatchObject({ code: 115 });
  await session.endSession();
});

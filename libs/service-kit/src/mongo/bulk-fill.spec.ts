import mongoose, { type Connection, Schema } from 'mongoose';
import { derivedId } from '../identity.js';
import { type MongoProxy, startMongoProxy } from '../testing/mongo-proxy.js';
import { sharedMongo } from '../testing/shared-servers.js';
import type { TestMongo } from '../testing/start-mongo.js';
import { type BulkCollection, fillInBulk, nextBatchSize, progressLine } from './bulk-fill.js';
import { recordSchema } from './record.schema.js';

const schema = recordSchema<{ title: string }>({ title: { type: String, required: true } }, {}) as unknown as Schema;
const notes = (records: number): BulkCollection => ({
  name: 'notes',
  records,
  at: (index, now) => ({
    id: derivedId('bulk note', String(index)),
    created_at: new Date(now - index),
    fields: { title: `Note ${index}` },
  }),
});

let mongo: TestMongo;
let proxy: MongoProxy;
let connection: Connection;

beforeAll(async () => {
  mongo = await sharedMongo();
  proxy = await startMongoProxy(mongo.port);
});
afterAll(async () => {
  await proxy?.stop();
  await mongo?.stop();
});
beforeEach(async () => {
  connection = await mongoose
    .createConnection(proxy.uri, { dbName: mongo.dbName, socketTimeoutMS: 2_000, bufferCommands: false })
    .asPromise();
});
afterEach(async () => {
  await connection.dropDatabase();
  await connection.close();
});

describe('filling a collection in bulk', () => {
  it('goes on after a server that did not respond until the socket timeout, and counts each record once', async () => {
    let silenced = 0;
    const added = await fillInBulk(
      connection,
      schema,
      notes(1_500),
      ({ done }) => {
        if (done < 300 || silenced > 0) return;
        silenced = done;
        proxy.swallow();
      },
      10,
    );
    expect(silenced).toBeGreaterThan(0);
    expect(silenced).toBeLessThan(1_500);
    expect(added).toBe(1_500);
    expect(await connection.collection('notes').countDocuments()).toBe(1_500);
  });

  it('has one write in flight at a time, and adds only missing records in a second run', async () => {
    const reported: number[] = [];
    expect(await fillInBulk(connection, schema, notes(400), ({ done }) => reported.push(done))).toBe(400);
    expect(reported[0]).toBe(100);
    expect(reported.at(-1)).toBe(400);
    expect(await fillInBulk(connection, schema, notes(405), () => undefined)).toBe(5);
    expect(await connection.collection('notes').countDocuments()).toBe(405);
  });

  it('fails immediately for an error that a retry would not cure', async () => {
    const twice: BulkCollection = { ...notes(2), at: (_, now) => notes(1).at(0, now) };
    await expect(fillInBulk(connection, schema, twice, () => undefined)).rejects.toThrow('E11000');
  });
});

it.each([
  [100, 100, 200],
  [100, 500, 100],
  [100, 5_000, 10],
  [100, 50_000, 10],
  [1_000, 100, 1_000],
  [10, 0, 20],
])('after a write of %i records in %i ms the next write of a bulk fill has %i', (size, ms, next) => {
  expect(nextBatchSize(size, ms)).toBe(next);
});

it('the progress of a bulk fill shows a bar, the rate and the remaining time', () => {
  expect(progressLine('leads', { done: 25_000, total: 100_000, ms: 10_000 })).toBe(
    'leads [######..................] 25,000 of 100,000, 2,500/s, 30 s left',
  );
});

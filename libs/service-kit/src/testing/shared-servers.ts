import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { oncePerBatch } from './once-per-batch.js';
import { startMongo, type TestMongo } from './start-mongo.js';
import { startRedis, type TestRedis } from './start-redis.js';

/** Returns a database name that no other test uses. */
export const newDbName = () => `test_${randomBytes(6).toString('hex')}`;

async function removeKeys({ url }: TestRedis): Promise<void> {
  const redis = new Redis(url);
  await redis.flushall();
  await redis.quit();
}

/** Returns the Redis that the specs of a batch share, empty. A spec that stops Redis starts its own: `startRedis`. */
export const sharedRedis: () => Promise<TestRedis> = oncePerBatch(startRedis, removeKeys);

const mongoOfBatch = oncePerBatch(startMongo, async () => undefined);

/**
 * Returns the database server that the specs of a batch share, with the name of a database of its own for each call. A
 * spec that stops the server starts its own: `startMongo`.
 */
export async function sharedMongo(): Promise<TestMongo> {
  return Object.assign(Object.create(await mongoOfBatch()) as TestMongo, { dbName: newDbName() });
}

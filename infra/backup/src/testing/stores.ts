import { oncePerBatch } from '@docfolio/service-kit/testing/once-per-batch';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

/** The databases of an installation, empty at first. */
export interface Stores {
  client: MongoClient;
  redis: Redis;
  stop(): Promise<void>;
}

async function start(): Promise<Stores> {
  const [mongo, server] = await Promise.all([startMongo(), startRedis()]);
  const client = await new MongoClient(mongo.uri).connect();
  const redis = new Redis(server.url, { maxRetriesPerRequest: null });
  const stop = async () => {
    await client.close();
    redis.disconnect();
    await Promise.all([mongo.stop(), server.stop()]);
  };
  return { client, redis, stop };
}

async function clear({ client, redis }: Stores): Promise<void> {
  await redis.flushall();
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  const ours = databases.filter(({ name }) => !['admin', 'config', 'local'].includes(name));
  await Promise.all(ours.map(({ name }) => client.db(name).dropDatabase()));
}

/** The databases of an installation that is backed up; the specs of a batch share them. */
export const sourceStores = oncePerBatch(start, clear);

/** The databases of an installation that a backup is restored to; the specs of a batch share them. */
export const targetStores = oncePerBatch(start, clear);

import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { BackupError } from './backup-error.js';

/** ms until an unreachable server is reported. */
const connectTimeout = 10_000;

/** @throws BackupError if the server is unreachable, or refuses the credentials */
export async function connectMongo(uri: string): Promise<MongoClient> {
  let client: MongoClient | undefined;
  try {
    client = new MongoClient(uri, { appName: 'docfolio backup', serverSelectionTimeoutMS: connectTimeout });
    await client.connect();
    await client.db('docfolio_gateway').listCollections({}, { nameOnly: true }).toArray();
    return client;
  } catch (error) {
    await client?.close();
    throw new BackupError(`MongoDB cannot be used: ${(error as Error).message}`);
  }
}

/** @throws BackupError if the server is unreachable, or refuses the credentials */
export async function connectRedis(url: string): Promise<Redis> {
  const redis = new Redis(url, {
    ...{ lazyConnect: true, connectTimeout, maxRetriesPerRequest: 3, enableAutoPipelining: true },
    retryStrategy: (times) => (times > 3 ? null : 500),
  });
  let reason: Error | undefined;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.dbsize();
    return redis;
  } catch (error) {
    redis.disconnect();
    throw new BackupError(`Redis cannot be used: ${(reason ?? (error as Error)).message}`);
  }
}

/** Runs `work` with connections to both databases, and closes them. @throws BackupError */
export async function withConnections<T>(
  { mongodbUri, redisUrl }: { mongodbUri: string; redisUrl: string },
  work: (connections: { mongo: MongoClient; redis: Redis }) => Promise<T>,
): Promise<T> {
  const mongo = await connectMongo(mongodbUri);
  try {
    const redis = await connectRedis(redisUrl);
    try {
      return await work({ mongo, redis });
    } finally {
      redis.disconnect();
    }
  } finally {
    await mongo.close();
  }
}

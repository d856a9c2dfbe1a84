import { join } from 'node:path';
import { operationKey } from '@docfolio/contracts/operation';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { derivedId } from '../identity.js';
import { createLogger } from '../logging.js';
import { connectMongo } from '../mongo/mongo.module.js';
import { storedNotes } from './note.contract.js';
import { type ServiceProcess, spawnService } from './service-process.js';
import { startMongo } from './start-mongo.js';
import { startRedis } from './start-redis.js';

const dist = join(__dirname, '../../dist');

/** Redis and a database, with processes of the fixture `note-service` as a test starts them. */
export async function startNoteWorld() {
  const [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
  const keys = new Redis(redis.url);
  const connection: Connection = await connectMongo(mongo, createLogger('test', 'silent'));
  const started: ServiceProcess[] = [];
  return {
    redis,
    mongo,
    keys,
    connection,
    async startService(): Promise<ServiceProcess> {
      const service = spawnService(dist, 'testing/note-service.fixture.js', {
        REDIS_URL: redis.url,
        MONGODB_URI: mongo.uri,
        DB_NAME: mongo.dbName,
      });
      started.push(service);
      await service.ready();
      return service;
    },
    countStored: (filter = {}) => connection.collection('notes').countDocuments(filter),
    /** Stops the started services, and removes what they stored. */
    async clear(): Promise<void> {
      await Promise.all(started.splice(0).map((service) => service.stop()));
      await keys.flushall();
      await connection.collection('notes').deleteMany({});
    },
    async stop(): Promise<void> {
      await keys.quit();
      await connection.dropDatabase();
      await connection.close();
      await Promise.all([redis.stop(), mongo.stop()]);
    },
  };
}

export type NoteWorld = Awaited<ReturnType<typeof startNoteWorld>>;

/** Returns the id of the note that is submitted with an idempotency key. */
export const noteIdOf = (key: string) => derivedId(operationKey(storedNotes.submit), key);

import { join } from 'node:path';
import { operationKey } from '@docfolio/contracts/core/operation';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { derivedId } from '../identity.js';
import { createLogger } from '../logging.js';
import { connectMongo } from '../mongo/mongo.module.js';
import { deadLettersCollection } from '../submissions/dead-letters.repository.js';
import { storedNotes } from './note.contract.js';
import { oncePerBatch } from './once-per-batch.js';
import { type ServiceProcess, spawnService } from './service-process.js';
import { sharedMongo } from './shared-servers.js';
import { startMongo } from './start-mongo.js';
import { startRedis } from './start-redis.js';

const dist = join(__dirname, '../../dist');

/**
 * Redis and a database, with processes of the fixture `note-service` as a test starts them.
 * @param database default: a database server of its own, which a test may stop
 */
export async function startNoteWorld(database = startMongo()) {
  const [redis, mongo] = await Promise.all([startRedis(), database]);
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
    /** Removes what is stored in Redis and the database. */
    async empty(): Promise<void> {
      await keys.flushall();
      await Promise.all(['notes', deadLettersCollection].map((name) => connection.collection(name).deleteMany({})));
    },
    /** Stops the started services, and removes what they stored. */
    async clear(): Promise<void> {
      await Promise.all(started.splice(0).map((service) => service.stop()));
      await this.empty();
    },
    async stop(): Promise<void> {
      await Promise.all(started.splice(0).map((service) => service.stop()));
      await keys.quit();
      await connection.dropDatabase();
      await connection.close();
      await Promise.all([redis.stop(), mongo.stop()]);
    },
  };
}

/**
 * Returns a world whose note service the specs of a batch share: each test finds it running, and nothing in Redis and the
 * database. A test that stops or misleads it for good starts its own world.
 */
export const sharedNoteWorld = oncePerBatch(
  async () => {
    const world = await startNoteWorld(sharedMongo());
    await world.startService();
    return world;
  },
  (world) => world.empty(),
);

export type NoteWorld = Awaited<ReturnType<typeof startNoteWorld>>;

/** Returns the id of the note that is submitted with an idempotency key. */
export const noteIdOf = (key: string) => derivedId(operationKey(storedNotes.submit), key);

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CallInput, Operation } from '@docfolio/contracts/core/operation';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { SubmissionClient, type SubmitOutcome } from '@docfolio/service-kit/submissions/submission-client';
import { oncePerBatch } from '@docfolio/service-kit/testing/once-per-batch';
import { type ServiceProcess, spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import mongoose, { type Connection } from 'mongoose';

export const bytesSecret = 'a secret that is only good enough for tests';
export const linkSecret = 'a secret of links that is only good enough for tests';

/** The leads service as a process, with its own Redis and MongoDB, and clients for it. */
export interface LeadsWorld {
  redisUrl: string;
  rpc: RpcClient;
  database: Connection;
  /** Folder in which the service stores its files. */
  objects: string;
  /** Returns the current process of the service, which `start` replaces. */
  process(): ServiceProcess;
  /** Sends a public form, with a new Idempotency-Key by default. */
  submit<O extends Operation>(operation: O, input: CallInput<O>, key?: string): Promise<SubmitOutcome<O>>;
  /** Runs the seed program. */
  seed(): Promise<void>;
  start(): Promise<void>;
  /** Kills the service with SIGKILL. */
  kill(): Promise<unknown>;
  /** Waits until the service has handled all events, then deletes all documents, and all events for other services. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the context of an admin's call. */
export const ask = () => ({ requestId: randomUUID(), actor: { user_id: randomUUID(), email: 'owner@example.com' } });

/** Returns the context of an admin's call that creates a record, with a new Idempotency-Key by default. */
export const make = (key: string = randomUUID()) => ({ ...ask(), idempotencyKey: key });

/** Starts the service, or returns the one of the batch with an empty database. */
export const startLeadsWorld = oncePerBatch(startWorld, (world) => world.clear());

async function startWorld(): Promise<LeadsWorld> {
  const [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
  const logger = createLogger('test', 'silent');
  const objects = await mkdtemp(join(tmpdir(), 'docfolio-test-'));
  let service: ServiceProcess | undefined;
  const dist = join(__dirname, '../../dist');
  const env = {
    PATH: process.env.PATH!,
    REDIS_URL: redis.url,
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: mongo.dbName,
    OBJECT_STORE_DIR: objects,
    BYTES_SECRET: bytesSecret,
    LINK_SECRET: linkSecret,
  };
  const start = async () => {
    service = spawnService(dist, 'main.js', env);
    await service.ready();
  };
  await start();
  // A busy machine needs longer than the usual 4 s, and 3 s for a submission.
  const rpc = new RpcClient({ redisUrl: redis.url, logger, longestDeadline: 60_000 });
  const submissions = new SubmissionClient({ redisUrl: redis.url, logger, resultTimeout: 20_000 });
  const database = await mongoose.createConnection(mongo.uri, { dbName: mongo.dbName }).asPromise();
  const commands = connectRedis(redis.url, 'commands', logger);
  const [own, ...others] = (['leads', 'notifications', 'gateway'] as const).map((name) =>
    openQueue(eventQueue(name), commands),
  );
  return {
    redisUrl: redis.url,
    rpc,
    database,
    objects,
    process: () => service!,
    submit: (operation, input, key = randomUUID()) =>
      submissions.submit(operation, input, { requestId: randomUUID(), idempotencyKey: key }),
    seed: async () => {
      await promisify(execFile)(process.execPath, [join(dist, 'seed.js')], { env });
    },
    start,
    kill: async () => service?.kill('SIGKILL'),
    clear: async () => {
      await waitFor('all events are handled', async () => {
        const counts = await own!.getJobCounts('wait', 'active', 'delayed', 'prioritized');
        return Object.values(counts).every((count) => count === 0);
      });
      for (const collection of await database.db!.collections()) await collection.deleteMany({});
      await Promise.all([own!.clean(0, 0, 'completed'), ...others.map((queue) => queue.obliterate({ force: true }))]);
    },
    stop: async () => {
      await Promise.all([rpc.close(), submissions.close(), database.close(), own!.close()]);
      await Promise.all(others.map((queue) => queue.close()));
      await closeRedis(commands);
      await service?.stop();
      await Promise.all([redis.stop(), mongo.stop(), rm(objects, { recursive: true })]);
    },
  };
}

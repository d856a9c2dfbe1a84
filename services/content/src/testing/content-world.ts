import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheChannel } from '@docfolio/contracts/core/cache';
import type { DomainEvent, PayloadOf } from '@docfolio/contracts/core/event';
import { type LiveChange, liveStream } from '@docfolio/contracts/core/live';
import type { CallInput, Operation, OutputOf, ServiceName } from '@docfolio/contracts/core/operation';
import { comments } from '@docfolio/contracts/entities/comment';
import { type EditedPost, posts } from '@docfolio/contracts/entities/post';
import { type EventData, eventQueue, eventsOf } from '@docfolio/service-kit/events/event-queue';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { durableJob, openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { SubmissionClient } from '@docfolio/service-kit/submissions/submission-client';
import { oncePerBatch } from '@docfolio/service-kit/testing/once-per-batch';
import { spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import { Redis } from 'ioredis';
import mongoose, { type mongo } from 'mongoose';

const dist = join(__dirname, '../../dist');

type Document = { _id: string } & Record<string, unknown>;

/** Runs the content service as a process with its own Redis and database, and connects to it as its callers do. */
export interface ContentWorld {
  /** Cache tags that were invalidated, in order. */
  readonly invalidatedTags: string[];
  readonly jobs: JobQueue;
  publish<E extends DomainEvent>(event: E, payload: PayloadOf<E>): Promise<void>;
  /** Events queued for a service that doesn't run here. */
  queuedEvents(subscriber: ServiceName): Promise<Pick<EventData, 'name' | 'payload'>[]>;
  /** Change notifications sent to open CRMs since the last `clear`. */
  liveChanges(): Promise<LiveChange[]>;
  collection(name: string): mongo.Collection<Document>;
  /** Calls as an admin. @param key Idempotency-Key of a create; random by default */
  call<O extends Operation>(operation: O, input: CallInput<O>, key?: string): Promise<OutputOf<O>>;
  createPost(fields?: Partial<CallInput<typeof posts.create>>, key?: string): Promise<EditedPost>;
  /** @returns its id */
  submitComment(postId: string, fields?: Partial<CallInput<typeof comments.submit>>, key?: string): Promise<string>;
  /** @returns its id */
  submitApprovedComment(postId: string, fields?: Partial<CallInput<typeof comments.submit>>): Promise<string>;
  kill(): Promise<void>;
  start(): Promise<void>;
  seed(): Promise<void>;
  /** Inserts made-up posts as `npm run docfolio -- seed` does. @returns what the program printed */
  seedInBulk(posts: number): Promise<string>;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the service, or returns the one of the batch with an empty database. */
export const startContentWorld = oncePerBatch(startWorld, (world) => world.clear());

async function startWorld(): Promise<ContentWorld> {
  const [redis, store] = await Promise.all([startRedis(), startMongo()]);
  const logger = createLogger('test', 'silent');
  const env = {
    PATH: process.env.PATH!,
    REDIS_URL: redis.url,
    MONGODB_URI: store.uri,
    MONGODB_DATABASE: store.dbName,
  };
  let service = spawnService(dist, 'main.js', env);
  await service.ready();
  // A busy machine needs longer than the usual 4 s, and 3 s for a submission.
  const rpc = new RpcClient({ redisUrl: redis.url, logger, longestDeadline: 60_000 });
  const submissions = new SubmissionClient({ redisUrl: redis.url, logger, resultTimeout: 20_000 });
  const database = await mongoose.createConnection(store.uri, { dbName: store.dbName }).asPromise();
  const jobs = new JobQueue({ redisUrl: redis.url, logger });
  const publisher = connectRedis(redis.url, 'commands', logger);
  const events = openQueue<EventData>(eventQueue('content'), publisher);
  const invalidatedTags: string[] = [];
  const caches = new Redis(redis.url);
  await caches.subscribe(cacheChannel);
  caches.on('message', (_, message: string) =>
    invalidatedTags.push(...(JSON.parse(message) as { tags: string[] }).tags),
  );

  const keys = new Redis(redis.url);
  const notifications = openQueue(eventQueue('notifications'), publisher);

  const actor = { user_id: randomUUID(), email: 'owner@example.com' };
  const call: ContentWorld['call'] = (operation, input, key = randomUUID()) =>
    rpc.call(operation, input, { requestId: randomUUID(), actor, ...(operation.creates && { idempotencyKey: key }) });
  let written = 0;
  const submitComment: ContentWorld['submitComment'] = async (id, fields = {}, key = randomUUID()) => {
    const sent = { id, author_name: 'Ada', content: 'Well said.', ...fields };
    const response = await submissions.submit(comments.submit, sent, { requestId: randomUUID(), idempotencyKey: key });
    return response.accepted ? response.id : response.result.id;
  };
  return {
    invalidatedTags,
    jobs,
    publish: async ({ name }, payload) => {
      const data = { event_id: randomUUID(), name, payload, occurred_at: new Date().toISOString() };
      await events.add(name, data, { ...durableJob, jobId: `${data.event_id}_content` });
    },
    queuedEvents: async (subscriber) => {
      const queue = openQueue(eventQueue(subscriber), publisher);
      const waiting = await queue.getWaiting();
      await queue.close();
      return waiting.flatMap(({ data }) => eventsOf(data)).map(({ name, payload }) => ({ name, payload }));
    },
    liveChanges: async () =>
      (await keys.xrange(liveStream, '-', '+')).map(([, [, change]]) => JSON.parse(change!) as LiveChange),
    collection: (name) => database.db!.collection<Document>(name),
    call,
    createPost: (fields = {}, key) => {
      const number = ++written;
      const post = { title: `Post ${number}`, slug: `post-${number}`, excerpt: 'In short.', content: 'At length.' };
      return call(posts.create, { ...post, category: 'AI', published: true, ...fields }, key);
    },
    submitComment,
    submitApprovedComment: async (postId, fields) => {
      const id = await submitComment(postId, fields);
      await call(comments.patch, { id, is_approved: true });
      return id;
    },
    kill: () => service.kill('SIGKILL'),
    start: async () => {
      service = spawnService(dist, 'main.js', env);
      await service.ready();
    },
    seed: async () => {
      await promisify(execFile)(process.execPath, [join(dist, 'seed.js')], { env });
    },
    seedInBulk: async (count) => {
      const args = [join(dist, 'bulk-seed.js'), '--posts', String(count)];
      return (await promisify(execFile)(process.execPath, args, { env })).stdout;
    },
    clear: async () => {
      for (const collection of await database.db!.collections()) await collection.deleteMany({});
      await keys.del(liveStream);
      await notifications.drain();
      invalidatedTags.length = 0;
    },
    stop: async () => {
      await Promise.all([rpc.close(), jobs.close(), submissions.close(), database.close(), caches.quit(), keys.quit()]);
      await Promise.all([events.close(), notifications.close()]);
      await closeRedis(publisher);
      await service.stop();
      await Promise.all([redis.stop(), store.stop()]);
    },
  };
}

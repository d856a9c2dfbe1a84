import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheChannel } from '@docfolio/contracts/cache';
import { comments } from '@docfolio/contracts/comment';
import type { DomainEvent, PayloadOf } from '@docfolio/contracts/event';
import { type LiveChange, liveStream } from '@docfolio/contracts/live';
import type { CallInput, Operation, OutputOf, ServiceName } from '@docfolio/contracts/operation';
import { type EditedPost, posts } from '@docfolio/contracts/post';
import { type EventData, eventQueue } from '@docfolio/service-kit/events/event-queue';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { durableJob, openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { SubmissionClient } from '@docfolio/service-kit/submissions/submission-client';
import { spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import { Redis } from 'ioredis';
import mongoose, { type mongo } from 'mongoose';

const dist = join(__dirname, '../../dist');

/** What the service stores, emptied before each test. */
const collections = [
  'blog_posts',
  'post_revisions',
  'post_previews',
  'image_facts',
  'blog_comments',
  'bookmarks',
  'testimonials',
  'parked_submissions',
];

/** A document as it is stored. */
type Document = { _id: string } & Record<string, unknown>;

/** The content service as its own process, with servers of its own and the wire to it. */
export interface ContentWorld {
  /** Tags that caches have been told to drop, in order. */
  readonly dropped: string[];
  /** Asks for a job that the service works on. */
  readonly jobs: JobQueue;
  /** Has an event of another service delivered, as its publisher does it. */
  publish<E extends DomainEvent>(event: E, payload: PayloadOf<E>): Promise<void>;
  /** Events that wait for a service which doesn't run here. */
  raised(subscriber: ServiceName): Promise<Pick<EventData, 'name' | 'payload'>[]>;
  /** What open CRMs have been told since it was cleared. */
  told(): Promise<LiveChange[]>;
  collection(name: string): mongo.Collection<Document>;
  /** Asks as an admin; a create goes under a new Idempotency-Key unless one is given. */
  call<O extends Operation>(operation: O, input: CallInput<O>, key?: string): Promise<OutputOf<O>>;
  write(fields?: Partial<CallInput<typeof posts.create>>, key?: string): Promise<EditedPost>;
  /** Sends a comment as a reader does. @returns its id */
  comment(postId: string, fields?: Partial<CallInput<typeof comments.submit>>, key?: string): Promise<string>;
  /** Sends one and approves it. @returns its id */
  approvedComment(postId: string, fields?: Partial<CallInput<typeof comments.submit>>): Promise<string>;
  /** Ends the service as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Runs the seed to its end. */
  seed(): Promise<void>;
  /** Empties the collections. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export async function startContentWorld(): Promise<ContentWorld> {
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
  // A busy machine needs longer than the usual 4 s.
  const rpc = new RpcClient({ redisUrl: redis.url, logger, longestDeadline: 12_000 });
  const submissions = new SubmissionClient({ redisUrl: redis.url, logger });
  const database = await mongoose.createConnection(store.uri, { dbName: store.dbName }).asPromise();
  const jobs = new JobQueue({ redisUrl: redis.url, logger });
  const publisher = connectRedis(redis.url, 'commands', logger);
  const events = openQueue<EventData>(eventQueue('content'), publisher);
  const dropped: string[] = [];
  const caches = new Redis(redis.url);
  await caches.subscribe(cacheChannel);
  caches.on('message', (_, message: string) => dropped.push(...(JSON.parse(message) as { tags: string[] }).tags));

  const keys = new Redis(redis.url);

  const actor = { user_id: randomUUID(), email: 'owner@example.com' };
  const call: ContentWorld['call'] = (operation, input, key = randomUUID()) =>
    rpc.call(operation, input, { requestId: randomUUID(), actor, ...(operation.creates && { idempotencyKey: key }) });
  let written = 0;
  const comment: ContentWorld['comment'] = async (id, fields = {}, key = randomUUID()) => {
    const sent = { id, author_name: 'Ada', content: 'Well said.', ...fields };
    const answer = await submissions.submit(comments.submit, sent, { requestId: randomUUID(), idempotencyKey: key });
    return answer.accepted ? answer.id : answer.result.id;
  };
  return {
    dropped,
    jobs,
    publish: async ({ name }, payload) => {
      const data = { event_id: randomUUID(), name, payload, occurred_at: new Date().toISOString() };
      await events.add(name, data, { ...durableJob, jobId: `${data.event_id}_content` });
    },
    raised: async (subscriber) => {
      const queue = openQueue<EventData>(eventQueue(subscriber), publisher);
      const waiting = await queue.getWaiting();
      await queue.close();
      return waiting.map(({ data: { name, payload } }) => ({ name, payload }));
    },
    told: async () =>
      (await keys.xrange(liveStream, '-', '+')).map(([, [, change]]) => JSON.parse(change!) as LiveChange),
    collection: (name) => database.db!.collection<Document>(name),
    call,
    write: (fields = {}, key) => {
      const number = ++written;
      const post = { title: `Post ${number}`, slug: `post-${number}`, excerpt: 'In short.', content: 'At length.' };
      return call(posts.create, { ...post, category: 'AI', published: true, ...fields }, key);
    },
    comment,
    approvedComment: async (postId, fields) => {
      const id = await comment(postId, fields);
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
    clear: async () => {
      for (const name of collections) await database.collection(name).deleteMany({});
      await keys.del(liveStream);
      await openQueue(eventQueue('notifications'), publisher).drain();
      dropped.length = 0;
    },
    stop: async () => {
      await Promise.all([rpc.close(), jobs.close(), submissions.close(), database.close(), caches.quit(), keys.quit()]);
      await events.close();
      await closeRedis(publisher);
      await service.stop();
      await Promise.all([redis.stop(), store.stop()]);
    },
  };
}

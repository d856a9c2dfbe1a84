import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import type { PayloadOf } from '@docfolio/contracts/core/event';
import { type CallInput, type Operation, type OutputOf, operationKey } from '@docfolio/contracts/core/operation';
import { type Image, image, imageChanged, imageUploadPath } from '@docfolio/contracts/entities/image';
import { generateKeys } from '@docfolio/remote-build/signing-keys';
import {
  type BytesRequest,
  type BytesResponse,
  requestBytes,
  sendBytes,
} from '@docfolio/service-kit/bytes/bytes-client';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { derivedId } from '@docfolio/service-kit/identity';
import type { JobDefinition } from '@docfolio/service-kit/jobs/define-job';
import { JobQueue, jobQueueName } from '@docfolio/service-kit/jobs/job-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { FolderObjectStore } from '@docfolio/service-kit/object-store/folder-object-store';
import { openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { oncePerBatch } from '@docfolio/service-kit/testing/once-per-batch';
import { queuedPayloads } from '@docfolio/service-kit/testing/queued-events';
import { type ServiceProcess, spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import type { Redis } from 'ioredis';
import mongoose, { type mongo } from 'mongoose';
import { makeVariants } from '../images/images.jobs.js';

const secret = 'a secret that is only good enough for tests';

export type ImageDocument = { _id: string; name: string; variants: unknown; outbox: unknown[] } & Record<
  string,
  unknown
>;

export interface UploadOptions {
  /** Idempotency-Key of the upload. Default: a new one. */
  key?: string;
  fileName?: string;
  type?: string;
  signal?: AbortSignal;
}

/** Runs the service with its own Redis, database and bucket, and connects to it as the gateway does. */
export interface MediaWorld {
  process(): ServiceProcess;
  store: FolderObjectStore;
  bucket: string;
  jobs: JobQueue;
  records: mongo.Collection<ImageDocument>;
  redis: Redis;
  collection(name: string): mongo.Collection<{ _id: string } & Record<string, unknown>>;
  /** Calls an operation. @param who email of the calling admin @param client hash of the client's network */
  call<O extends Operation>(operation: O, input: CallInput<O>, who?: string, client?: string): Promise<OutputOf<O>>;
  /** Sends a body to the byte port. @param name of the object or the image's record */
  send(name: string, body: Readable, headers?: OutgoingHttpHeaders): Promise<unknown>;
  upload(bytes: Buffer, options?: UploadOptions): Promise<Image>;
  sendBody(body: Readable, contentType: string, options?: Pick<UploadOptions, 'key' | 'signal'>): Promise<unknown>;
  fetch(name: string, more?: Pick<BytesRequest, 'query' | 'headers' | 'method'>): Promise<BytesResponse>;
  spooled(): Promise<string[]>;
  /** Returns the names of the originals in the bucket, of variants, or of quarantined objects (without prefix). */
  objects(kind?: 'originals' | 'variants' | 'quarantine'): Promise<string[]>;
  quarantine(...args: string[]): Promise<{ code: number | null; output: string }>;
  /** Waits for `count` events of an image. @returns their payloads in order */
  publishedEvents(count: number, id: string): Promise<PayloadOf<typeof imageChanged>[]>;
  /** Returns a job's schedulers with their interval in ms. */
  schedules(job: JobDefinition): Promise<{ name: string; every?: number }[]>;
  /** Waits until an image has its variants. @param limit ms */
  waitForVariants(name: string, limit?: number): Promise<void>;
  /** @param env variables that differ from those of the first start */
  start(env?: Record<string, string>): Promise<void>;
  /** Starts another process of the service, which runs until it or the world is stopped. */
  startReplica(): Promise<ServiceProcess>;
  /** Key of the builds of remotes that the service accepts, and the public key that it knows. */
  keys: ReturnType<typeof generateKeys>;
  /** Waits until the variants of all images are made, then deletes all documents and objects. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the service, or returns the one of the batch with an empty database and an empty bucket. */
export const startMediaWorld = oncePerBatch(startWorld, (world) => world.empty());

async function startWorld(): Promise<MediaWorld> {
  const keys = generateKeys();
  const [redis, store] = await Promise.all([startRedis(), startMongo()]);
  const logger = createLogger('test', 'silent');
  const folder = await mkdtemp(join(tmpdir(), 'docfolio-test-'));
  const spool = join(folder, 'spool');
  let service: ServiceProcess | undefined;
  const replicas: ServiceProcess[] = [];
  const spawnReplica = (changed: Record<string, string> = {}) =>
    spawnService(join(__dirname, '../../dist'), 'main.js', {
      PATH: process.env.PATH!,
      REDIS_URL: redis.url,
      MONGODB_URI: store.uri,
      MONGODB_DATABASE: store.dbName,
      OBJECT_STORE_DIR: folder,
      SPOOL_DIR: spool,
      BYTES_SECRET: secret,
      // As in production.
      MALLOC_ARENA_MAX: '2',
      REMOTES_PUBLIC_KEYS: keys.publicKey,
      LOG_LEVEL: 'debug',
      ...changed,
    });
  const start = async (changed?: Record<string, string>) => {
    service = spawnReplica(changed);
    await service.ready();
  };
  await start();
  // A busy machine needs longer than the usual 4 s.
  const rpc = new RpcClient({ redisUrl: redis.url, logger, longestDeadline: 60_000 });
  const jobs = new JobQueue({ redisUrl: redis.url, logger });
  const database = await mongoose.createConnection(store.uri, { dbName: store.dbName }).asPromise();
  const records = database.collection<ImageDocument>('images') as unknown as mongo.Collection<ImageDocument>;
  const bucket = join(folder, 'blog-images');
  const bucketStore = new FolderObjectStore(bucket);
  const commands = connectRedis(redis.url, 'commands', logger);
  await whenReady(commands, 10_000);
  const events = openQueue(eventQueue('content'), commands);
  const audit = openQueue(eventQueue('gateway'), commands);
  const variants = openQueue(jobQueueName(makeVariants), commands);
  const payloadsOf = async (id: string) =>
    (await queuedPayloads(events, imageChanged)).filter((payload) => payload.id === id);
  const mediaService = () => ({ service: 'media' as const, url: `http://127.0.0.1:${service!.bytesPort}`, secret });
  const sendBody: MediaWorld['sendBody'] = (
    body,
    contentType,
    { key = randomUUID(), signal = new AbortController().signal } = {},
  ) =>
    sendBytes({
      ...mediaService(),
      ...{ name: derivedId(operationKey({ method: 'POST', path: imageUploadPath }), key), requestId: randomUUID() },
      ...{ signal, body, headers: { 'content-type': contentType } },
    });
  return {
    process: () => service!,
    store: bucketStore,
    bucket,
    jobs,
    records,
    redis: commands,
    collection: (name) => database.collection(name) as unknown as ReturnType<MediaWorld['collection']>,
    call: (operation, input, who, client) =>
      rpc.call(operation, input, {
        requestId: randomUUID(),
        client,
        ...(who !== undefined && { actor: { user_id: randomUUID(), email: who } }),
      }),
    send: (name, body, headers = { 'content-type': 'application/octet-stream' }) =>
      sendBytes({
        ...mediaService(),
        ...{ name, body, headers, requestId: randomUUID(), signal: new AbortController().signal },
      }),
    upload: async (bytes, { fileName = 'a picture.png', type = 'image/png', ...options } = {}) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)], { type }), fileName);
      const { body, headers } = new Response(form);
      return image.parse(
        await sendBody(Readable.fromWeb(body as ReadableStream), headers.get('content-type')!, options),
      );
    },
    sendBody,
    fetch: (name, more) =>
      requestBytes({ ...mediaService(), name, requestId: randomUUID(), signal: new AbortController().signal, ...more }),
    spooled: async () => (await readdir(spool)).filter((name) => name.startsWith('upload')),
    objects: async (kind = 'originals') => {
      const names: string[] = [];
      for await (const { name } of bucketStore.list()) names.push(name);
      if (kind !== 'originals')
        return names.filter((name) => name.startsWith(`${kind}/`)).map((name) => name.replace(/^quarantine\//, ''));
      return names.filter((name) => !name.includes('/'));
    },
    quarantine: async (...args) => {
      const program = join(__dirname, '../../dist/quarantine.js');
      const env = { PATH: process.env.PATH, OBJECT_STORE_DIR: folder };
      const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const [output, errors, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code, output: output + errors };
    },
    publishedEvents: async (count, id) => {
      await waitFor(`${count} events of ${id}`, async () => (await payloadsOf(id)).length >= count);
      return payloadsOf(id);
    },
    schedules: (job) => openQueue(jobQueueName(job), commands).getJobSchedulers(),
    waitForVariants: async (name, limit) => {
      await waitFor(`${name} has its variants`, async () => (await records.findOne({ name }))?.variants != null, limit);
    },
    start,
    startReplica: async () => {
      const replica = spawnReplica();
      replicas.push(replica);
      await replica.ready();
      return replica;
    },
    keys,
    empty: async () => {
      await waitFor('all variants are made', async () => {
        const counts = await variants.getJobCounts('wait', 'active', 'delayed', 'prioritized');
        return Object.values(counts).every((count) => count === 0);
      });
      for (const collection of await database.db!.collections()) await collection.deleteMany({});
      for await (const { name } of bucketStore.list()) await bucketStore.remove(name);
      await Promise.all([events, audit].map((queue) => queue.obliterate({ force: true })));
    },
    stop: async () => {
      await Promise.all([events, audit, variants].map((queue) => queue.close()));
      await Promise.all([rpc.close(), jobs.close(), database.close(), closeRedis(commands)]);
      await Promise.all([service, ...replicas].map((running) => running?.stop()));
      await Promise.all([redis.stop(), store.stop(), rm(folder, { recursive: true })]);
    },
  };
}

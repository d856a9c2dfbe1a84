import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import type { JobMeta, JobPayload } from '@docfolio/service-kit/jobs/define-job';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { JobWorkers } from '@docfolio/service-kit/jobs/job-workers';
import { createLogger } from '@docfolio/service-kit/logging';
import { connectMongo } from '@docfolio/service-kit/mongo/mongo.module';
import { FolderObjectStore } from '@docfolio/service-kit/object-store/folder-object-store';
import type { ObjectEntry, PutOptions } from '@docfolio/service-kit/object-store/object-store';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { sharedMongo, sharedRedis } from '@docfolio/service-kit/testing/shared-servers';
import type { TestMongo } from '@docfolio/service-kit/testing/start-mongo';
import type { TestRedis } from '@docfolio/service-kit/testing/start-redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import type { Connection } from 'mongoose';
import { CsvExportProcessor } from './csv-export.processor.js';
import type { ExportedLists } from './exported-lists.js';
import { writeExport } from './exports.jobs.js';
import { ExportsRepository, endOfLife, exportSchema } from './exports.repository.js';

const logger = createLogger('test', 'silent');
const lists = {
  headingOf: () => 'name\n',
  async *linesOf() {
    yield { lines: 'Ada\n', rows: 1, total: 2 };
    yield { lines: 'Grace\n', rows: 1, total: 2 };
  },
} as unknown as ExportedLists;

/** A store that fails each upload after its first bytes, until there are no failures left. */
class InterruptedStore extends FolderObjectStore {
  failures: Error[] = [];

  override async put(name: string, body: Readable | Buffer, options: PutOptions): Promise<ObjectEntry> {
    const failure = this.failures.shift();
    if (!failure) return super.put(name, body, options);
    // Leaving the loop destroys the body, as the upload of a lost connection does.
    for await (const _ of body as Readable) break;
    throw failure;
  }
}

let redis: TestRedis;
let mongo: TestMongo;
let connection: Connection;
let repository: ExportsRepository;
let outbox: OutboxPublisher;
let store: InterruptedStore;
let folder: string;
let jobs: JobQueue;
let workers: JobWorkers;
let workersRedis: ReturnType<typeof connectRedis>;
/** Number of each attempt so far. */
const attempts: number[] = [];

beforeAll(async () => {
  [redis, mongo] = await Promise.all([sharedRedis(), sharedMongo()]);
  connection = await connectMongo(mongo, logger);
  outbox = new OutboxPublisher({ redisUrl: redis.url, logger });
  repository = new ExportsRepository(connection.model('exports', exportSchema) as never, outbox);
  folder = await mkdtemp(join(tmpdir(), 'docfolio-test-'));
  store = new InterruptedStore(folder);
  const processor = new CsvExportProcessor(lists, repository, store, logger);
  jobs = new JobQueue({ redisUrl: redis.url, logger });
  workersRedis = connectRedis(redis.url, 'bullmq', logger);
  // Attempts follow each other in ms instead of seconds; everything else is as in the service.
  const mark = { ...writeExport, options: { ...writeExport.options, backoff: { first: 5, cap: 10 } } };
  const call = (payload: unknown, meta: unknown) => {
    attempts.push((meta as JobMeta).attempt);
    return processor.write(payload as JobPayload<typeof writeExport>, meta as JobMeta);
  };
  workers = new JobWorkers([{ mark, name: 'CsvExportProcessor.write', call }], workersRedis, logger);
  workers.start();
});
beforeEach(() => {
  attempts.length = 0;
});
afterAll(async () => {
  await workers?.close();
  await Promise.all([jobs?.close(), outbox?.close(), closeRedis(workersRedis)]);
  await connection?.dropDatabase();
  await connection?.close();
  await Promise.all([redis?.stop(), mongo?.stop(), rm(folder, { recursive: true })]);
});

/** Starts an export and waits for its end. */
async function exported() {
  const created = await repository.create(randomUUID(), 'hash', {
    ...{ list: 'clients', query: {}, status: 'waiting', file_name: 'clients.csv', expires_at: endOfLife() },
  });
  await jobs.add(writeExport, { id: created.id }, { id: created.id });
  let current = created;
  await waitFor('the export ends', async () => {
    current = await repository.get(created.id);
    return current.status === 'done' || current.status === 'failed';
  });
  return current;
}

const coded = (code: string) => Object.assign(new Error('failed'), { code });

it('An export during an outage of the object store succeeds when the store returns, after any number of attempts', async () => {
  store.failures = [
    ...[coded('ECONNRESET'), coded('ECONNREFUSED'), coded('ENOTFOUND'), coded('ETIMEDOUT'), coded('ECONNREFUSED')],
    // What the client of S3 throws if the rest of an upload cannot be removed either, and what a store that starts replies.
    new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')], 'upload not cleaned up'),
    ...[coded('XMinioServerNotInitialized'), coded('SlowDown')],
  ];
  const { status, rows, total, object_name } = await exported();
  expect({ status, rows, total, attempts }).toEqual({
    ...{ status: 'done', rows: 2, total: 2 },
    attempts: [1, 2, 3, 4, 5, 6, 7, 8, 9],
  });
  expect(await text(await store.get(object_name!))).toBe('name\nAda\nGrace\n');
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  expect(names).toEqual([object_name]);
});

it('An export that the object store refuses fails permanently at the fourth attempt', async () => {
  store.failures = Array.from({ length: 4 }, () => coded('AccessDenied'));
  expect((await exported()).status).toBe('failed');
  expect(attempts).toEqual([1, 2, 3, 4]);
});

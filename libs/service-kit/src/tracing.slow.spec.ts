/**
 * Traces submissions and events of services that are down, or die.
 * @subject libs/service-kit/src/submissions/submission-worker.ts libs/service-kit/src/events/outbox-publisher.ts libs/process/src/tracing
 * @everyday libs/service-kit/src/tracing.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type CollectedSpan, type OtlpCollector, startCollector } from '@docfolio/process/testing/otlp-collector';
import type { FinishedSpan } from '@docfolio/process/tracing/span';
import { bindTracer, inSpan, unbindTracer } from '@docfolio/process/tracing/tracer';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createLogger } from './logging.js';
import { connectMongo } from './mongo/mongo.module.js';
import { SubmissionClient, type SubmissionClientOptions } from './submissions/submission-client.js';
import { storedNotes } from './testing/note.contract.js';
import { type ServiceProcess, spawnService } from './testing/service-process.js';
import { startMongo, type TestMongo } from './testing/start-mongo.js';
import { startRedis, type TestRedis } from './testing/start-redis.js';
import { waitFor } from './testing/wait-for.js';

// A busy machine takes a minute to start the processes of a test.
jest.setTimeout(600_000);

const dist = join(__dirname, '../dist');
const logger = createLogger('test', 'silent');
const caller = { requestId: 'r' };

describe('a trace of services that fail', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let keys: Redis;
  let connection: Connection;
  let collector: OtlpCollector;
  /** Spans of the test's own process, the caller. */
  let own: FinishedSpan[];
  const started: ServiceProcess[] = [];
  const clients: SubmissionClient[] = [];

  const start = async (fixture: string) => {
    const service = spawnService(dist, `testing/${fixture}.fixture.js`, {
      ...{ REDIS_URL: redis.url, MONGODB_URI: mongo.uri, DB_NAME: mongo.dbName },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' },
    });
    started.push(service);
    await service.ready();
    return service;
  };
  /** Runs work as a request whose trace is recorded: the services record none of their own. */
  const request = <T>(work: () => Promise<T>) => inSpan('request', { kind: 'server' }, work);
  const ownSpan = (name: string) => own.find((span) => span.name === name)!.context;
  const arrived = async (name: string, isWanted: (span: CollectedSpan) => boolean = () => true) => {
    const find = () => collector.spans.find((span) => span.name === name && isWanted(span));
    await waitFor(name, async () => find() !== undefined, 30_000);
    return find()!;
  };
  const clientOf = (options: Partial<SubmissionClientOptions> = {}) => {
    const client = new SubmissionClient({ redisUrl: redis.url, logger, ...options });
    clients.push(client);
    return client;
  };
  const submit = (client: SubmissionClient) =>
    client.submit(
      storedNotes.submit,
      { title: 'A note', slug: randomUUID() },
      { ...caller, idempotencyKey: randomUUID() },
    );

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
    keys = new Redis(redis.url);
    connection = await connectMongo(mongo, logger);
  });
  beforeEach(async () => {
    own = [];
    collector = await startCollector();
    bindTracer({ share: 1, record: (span) => own.push(span) });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((each) => each.close()));
    await Promise.all(started.splice(0).map((each) => each.stop()));
    unbindTracer();
    await collector.close();
    await keys.flushall();
    await connection.collection('notes').deleteMany({});
  });
  afterAll(async () => {
    await keys.quit();
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  it('includes the job of a submission whose service was down', async () => {
    const client = clientOf({ resultTimeout: 100 });
    expect(await request(() => submit(client))).toMatchObject({ accepted: true });
    await start('note-service');
    const job = await arrived('submission POST /test/notes');
    const submission = ownSpan('submit POST /test/notes');
    expect(job).toMatchObject({ traceId: submission.traceId, parentSpanId: submission.spanId });
  });

  it('is linked from an event that the sweeper publishes after the death of the service', async () => {
    await start('note-subscriber');
    const doomed = await start('note-service');
    await keys.set('die', '1');
    const client = clientOf();
    const outcome = request(() => submit(client));
    expect(await doomed.exited()).toBeNull();
    await start('note-service');
    await outcome;
    const event = await arrived('event note.created');
    expect(event.links.map(({ traceId }) => traceId)).toEqual([ownSpan('submit POST /test/notes').traceId]);
  });
});

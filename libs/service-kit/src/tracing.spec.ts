import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type CollectedSpan, type OtlpCollector, startCollector } from '@docfolio/process/testing/otlp-collector';
import type { FinishedSpan } from '@docfolio/process/tracing/span';
import { bindTracer, inSpan, unbindTracer } from '@docfolio/process/tracing/tracer';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createLogger } from './logging.js';
import { connectMongo } from './mongo/mongo.module.js';
import { requestEnvelope } from './rpc/envelope.js';
import { RpcClient } from './rpc/rpc-client.js';
import { SubmissionClient, type SubmissionClientOptions } from './submissions/submission-client.js';
import { notes, storedNotes } from './testing/note.contract.js';
import { type ServiceProcess, spawnService } from './testing/service-process.js';
import { sharedMongo, sharedRedis } from './testing/shared-servers.js';
import type { TestMongo } from './testing/start-mongo.js';
import type { TestRedis } from './testing/start-redis.js';
import { rejectionOf, waitFor } from './testing/wait-for.js';

const dist = join(__dirname, '../dist');
const logger = createLogger('test', 'silent');
const caller = { requestId: 'r' };

describe('a trace', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let keys: Redis;
  let connection: Connection;
  let collector: OtlpCollector;
  let rpc: RpcClient;
  /** Spans of the test's own process, the caller. */
  let own: FinishedSpan[];
  /** Serves the calls. It runs throughout, as the other services do: a start takes seconds. */
  let callee: ServiceProcess;
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
    [redis, mongo] = await Promise.all([sharedRedis(), sharedMongo()]);
    keys = new Redis(redis.url);
    connection = await connectMongo(mongo, logger);
    collector = await startCollector();
    const others = ['note-service', 'note-subscriber'].map(start);
    callee = await start('request-service');
    await Promise.all(others);
  });
  beforeEach(async () => {
    own = [];
    bindTracer({ share: 1, record: (span) => own.push(span) });
    rpc = new RpcClient({ redisUrl: redis.url, logger });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((each) => each.close()));
    await rpc.close();
    unbindTracer();
    await keys.flushall();
    await connection.collection('notes').deleteMany({});
  });
  afterAll(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()));
    await collector.close();
    await keys.quit();
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  it('goes with a call to the service, which adds how long the request waited', async () => {
    await request(() => rpc.call(notes.read, { value: 'private' }, caller));
    const operation = await arrived('operation GET /test/values/:value');
    const call = ownSpan('call GET /test/values/:value');
    expect(operation).toMatchObject({ traceId: call.traceId, parentSpanId: call.spanId, service: 'content' });
    expect(operation.attributes).toEqual({ request_id: 'r', 'docfolio.queue_wait_ms': expect.any(Number) });
    const handled = callee.log.find(({ msg }) => msg === 'handled');
    expect(handled).toMatchObject({ trace_id: call.traceId, request_id: 'r' });
  });

  it('has no spans of a service if it is not recorded, except of failures', async () => {
    bindTracer({ share: 0, record: (span) => own.push(span) });
    const earlier = new Set(collector.spans.map(({ traceId }) => traceId));
    const outcomes = await request(async () => [
      await rpc.call(notes.work, { value: 'a' }, caller),
      await rejectionOf(rpc.call(notes.fail, { how: 'problem' }, caller)),
      await rejectionOf(rpc.call(notes.fail, { how: 'bug' }, caller)),
    ]);
    expect(outcomes).toMatchObject([{ value: 'a' }, { code: 'conflict' }, { code: 'internal' }]);
    const failure = await arrived('operation POST /test/failures');
    expect(failure).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'internal' } });
    expect(collector.spans.filter(({ traceId }) => !earlier.has(traceId))).toHaveLength(1);
    expect(own).toEqual([]);
  });

  it('includes a direct submission with its insert; its event begins a trace with a link, whose job belongs to that', async () => {
    const client = clientOf({ rpc });
    // A client that is not connected yet does not call directly.
    await waitFor('the connection', () =>
      client.check().then(
        () => true,
        () => false,
      ),
    );
    await request(() => submit(client));
    const operation = await arrived('operation POST /test/notes');
    expect(operation.parentSpanId).toBe(ownSpan('call POST /test/notes').spanId);
    const insert = await arrived('insert notes');
    expect(insert).toMatchObject({ traceId: operation.traceId, parentSpanId: operation.spanId });

    const event = await arrived('event note.created');
    expect(event.links).toEqual([{ traceId: operation.traceId, spanId: operation.spanId }]);
    expect(event.parentSpanId).toBeUndefined();
    expect(event.traceId).not.toBe(operation.traceId);
    const update = await arrived('updateOne effects', ({ parentSpanId }) => parentSpanId === event.spanId);
    expect(update.attributes).toMatchObject({ 'db.collection.name': 'effects', 'db.operation.name': 'updateOne' });
    const job = await arrived('job test-greet', ({ hasFailed }) => !hasFailed);
    expect(job).toMatchObject({ traceId: event.traceId, parentSpanId: event.spanId });
    expect(job.attributes['docfolio.attempt']).toBe(2);
  });

  it('includes the job of a submission that is not called directly', async () => {
    await request(() => submit(clientOf()));
    const submission = ownSpan('submit POST /test/notes');
    const job = await arrived('submission POST /test/notes', ({ traceId }) => traceId === submission.traceId);
    expect(job.parentSpanId).toBe(submission.spanId);
  });

  it('is a field that services of another version ignore, as they ignore any that they do not know', () => {
    const known = { id: 'i', pattern: 'p', payload: {}, deadline: 1, request_id: 'r', actor: null, record_id: '' };
    const request = { ...known, body_hash: '', reply: 'c' };
    expect(requestEnvelope.parse({ ...request, of_a_newer_version: 1 })).toEqual(request);
    expect(requestEnvelope.parse({ ...request, traceparent: 't' })).toEqual({ ...request, traceparent: 't' });
  });
});

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { operationKey } from '@docfolio/contracts/operation';
import type { ProblemError } from '@docfolio/contracts/problem';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { derivedId } from '../identity.js';
import { createLogger } from '../logging.js';
import { connectMongo } from '../mongo/mongo.module.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { type NewNote, storedNotes } from '../testing/note.contract.js';
import { type ServiceProcess, spawnService } from '../testing/service-process.js';
import { startMongo, type TestMongo } from '../testing/start-mongo.js';
import { startRedis, type TestRedis } from '../testing/start-redis.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import { DeadLetters } from './dead-letters.repository.js';
import { SubmissionClient } from './submission-client.js';

const dist = join(__dirname, '../../dist');
const logger = createLogger('test', 'silent');

describe('submissions', () => {
  let redis: TestRedis;
  let mongo: TestMongo;
  let keys: Redis;
  let connection: Connection;
  let client: SubmissionClient;
  let rpc: RpcClient;
  const started: ServiceProcess[] = [];

  const service = async () => {
    const process = spawnService(dist, 'testing/note-service.fixture.js', {
      REDIS_URL: redis.url,
      MONGODB_URI: mongo.uri,
      DB_NAME: mongo.dbName,
    });
    started.push(process);
    await process.ready();
    return process;
  };
  const submit = (note: unknown, idempotencyKey: string, by = client) =>
    by.submit(storedNotes.submit, note, { requestId: 'r', idempotencyKey });
  const idOf = (key: string) => derivedId(operationKey(storedNotes.submit), key);
  const stored = (filter = {}) => connection.collection('notes').countDocuments(filter);
  const note = (slug: string, title = 'A note'): NewNote => ({ title, slug });

  beforeAll(async () => {
    [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
    keys = new Redis(redis.url);
    connection = await connectMongo(mongo, logger);
    client = new SubmissionClient({ redisUrl: redis.url, logger });
    rpc = new RpcClient({ redisUrl: redis.url, logger });
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()));
    await keys.flushall();
    await connection.collection('notes').deleteMany({});
  });
  afterAll(async () => {
    await Promise.all([client.close(), rpc.close(), keys.quit()]);
    await connection.dropDatabase();
    await connection.close();
    await Promise.all([redis.stop(), mongo.stop()]);
  });

  it('return the result of the service, also to a repeat', async () => {
    await service();
    const key = randomUUID();
    const result = { id: idOf(key), status: 'stored' };
    expect(await submit(note('a'), key)).toEqual({ accepted: false, result });
    expect(await submit(note('a'), key)).toEqual({ accepted: false, result });
    expect(await stored()).toBe(1);
  });

  it('create one document from ten concurrent repeats, whatever their key order', async () => {
    await Promise.all([service(), service()]);
    const key = randomUUID();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        submit(index % 2 ? { title: 'A note', slug: 'ten' } : { slug: 'ten', title: 'A note' }, key),
      ),
    );
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toEqual(
      new Set([JSON.stringify({ accepted: false, result: { id: idOf(key), status: 'stored' } })]),
    );
    expect(await stored()).toBe(1);
  });

  it('refuse another body under a used key, also after Redis has lost the job', async () => {
    await service();
    const key = randomUUID();
    await submit(note('a'), key);
    const reused = { code: 'idempotency_key_reused', status: 422 };
    expect(await rejectionOf(submit(note('b'), key))).toMatchObject(reused);
    await keys.flushall();
    expect(await rejectionOf(submit(note('b'), key))).toMatchObject(reused);
    expect(await submit(note('a'), key)).toMatchObject({ accepted: false });
    expect(await stored()).toBe(1);
  });

  it('return the refusal of the service and recompute it for a repeat', async () => {
    await service();
    const [first, second] = [randomUUID(), randomUUID()];
    await submit(note('taken'), first);
    const refused = (await rejectionOf(submit(note('taken'), second))) as ProblemError;
    expect(refused).toMatchObject({ code: 'conflict', errors: [{ path: 'slug', message: 'This slug is taken' }] });
    expect(await rejectionOf(submit(note('taken'), second))).toMatchObject({ code: 'conflict' });
    await connection.collection('notes').deleteMany({});
    expect(await submit(note('taken'), second)).toEqual({
      accepted: false,
      result: { id: idOf(second), status: 'stored' },
    });
    expect(await new DeadLetters(connection).count()).toBe(0);
  });

  it('are accepted while the service is down, under their final id, and processed when it is back', async () => {
    const key = randomUUID();
    const began = Date.now();
    expect(await submit(note('later'), key)).toEqual({ accepted: true, id: idOf(key) });
    expect(Date.now() - began).toBeGreaterThanOrEqual(2_900);
    expect(Date.now() - began).toBeLessThan(10_000);
    await service();
    await waitFor('the document', async () => (await stored({ _id: idOf(key) as never })) === 1);
    expect(await submit(note('later'), key)).toMatchObject({ accepted: false, result: { id: idOf(key) } });
  });

  it('are dead-lettered if refused after the caller got `accepted`', async () => {
    const [taker, late] = [randomUUID(), randomUUID()];
    const impatient = new SubmissionClient({ redisUrl: redis.url, logger, resultTimeout: 100 });
    expect(await submit(note('taken', 'Late'), late, impatient)).toMatchObject({ accepted: true });
    await impatient.close();
    await keys.rename('bull:submissions-media:wait', 'set-aside');
    await service();
    await submit(note('taken'), taker);
    await waitFor('2 s since the other one was sent', async () => {
      const sent = JSON.parse(
        (await keys.hget(`bull:submissions-media:${(await keys.lindex('set-aside', 0))!}`, 'data'))!,
      );
      return Date.now() - sent.submitted_at > 2_100;
    });
    await keys.rename('set-aside', 'bull:submissions-media:wait');
    await keys.zadd('bull:submissions-media:marker', 0, '0');
    const deadLetters = new DeadLetters(connection);
    await waitFor('the dead letter', async () => (await deadLetters.count()) === 1);
    expect((await deadLetters.list()).items).toEqual([
      {
        id: idOf(late),
        operation: 'POST /test/notes',
        code: 'conflict',
        input: { title: 'Late', slug: 'taken' },
        at: expect.stringMatching(/Z$/),
      },
    ]);
    await deadLetters.dismiss(idOf(late));
    expect(await deadLetters.count()).toBe(0);
  });

  it('are retried while the database is down', async () => {
    const running = await service();
    await mongo.kill('SIGKILL');
    const key = randomUUID();
    expect(await submit(note('patient'), key)).toEqual({ accepted: true, id: idOf(key) });
    const ready = await fetch(`http://127.0.0.1:${running.port}/readyz`);
    expect(await ready.json()).toEqual({ ready: false, missing: ['mongodb'] });
    await mongo.restart();
    await waitFor('the document', async () => (await stored({ _id: idOf(key) as never })) === 1);
  });

  it('run again after each of three kill -9 of their worker, with one effect', async () => {
    const key = randomUUID();
    await keys.set('hang', 'before');
    const replicas = [await service()];
    expect(await submit(note('survivor'), key)).toEqual({ accepted: true, id: idOf(key) });
    for (const next of ['after', 'after', '']) {
      const runs = await keys.llen('runs');
      await (next ? keys.set('hang', next) : keys.del('hang'));
      replicas.unshift(await service());
      await replicas.pop()!.kill('SIGKILL');
      await waitFor('another run', async () => (await keys.llen('runs')) > runs);
    }
    await waitFor('the answer', async () => (await submit(note('survivor'), key)).accepted === false);
    expect(await keys.lrange('runs', 0, -1)).toEqual(Array(4).fill(idOf(key)));
    expect(await stored()).toBe(1);
    expect(await keys.llen('bull:events-notifications:wait')).toBe(1);
  });

  it('have one effect when a worker is suspended past its lock and another worker runs the job', async () => {
    const key = randomUUID();
    await keys.set('hang', 'pause');
    const sleeper = await service();
    expect(await submit(note('sleeper'), key)).toEqual({ accepted: true, id: idOf(key) });
    await sleeper.kill('SIGSTOP');
    await keys.del('hang');
    await service();
    await waitFor('the other run', async () => (await keys.llen('runs')) === 2);
    await waitFor('the answer', async () => (await submit(note('sleeper'), key)).accepted === false);
    await sleeper.kill('SIGCONT');
    const ended = () =>
      Promise.resolve(sleeper.log.some((line) => line.operation === operationKey(storedNotes.submit)));
    await waitFor('the end of the first run', ended);
    expect(await stored()).toBe(1);
    expect(await keys.llen('bull:events-notifications:wait')).toBe(1);
  });

  it('in flight are finished when the service shuts down', async () => {
    const first = await service();
    const sent = Array.from({ length: 30 }, (_, index) => submit(note(`s${index}`), `key-${index}`));
    await waitFor('the first run', async () => (await keys.llen('runs')) > 0);
    const second = service();
    await first.kill('SIGTERM');
    expect(await first.exited()).toBe(0);
    await second;
    await Promise.all(sent);
    await waitFor('30 documents', async () => (await stored()) === 30);
    expect(await keys.llen('runs')).toBe(30);
  });

  it('are idempotent as admin operations too', async () => {
    await service();
    const create = (body: unknown, idempotencyKey = 'key') =>
      rpc.call(storedNotes.create, body, { requestId: 'r', idempotencyKey });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(note('c'))));
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([derivedId(operationKey(storedNotes.create), 'key')]));
    expect(await rejectionOf(create(note('d')))).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await rpc.call(storedNotes.list, {}, { requestId: 'r' })).toMatchObject({
      total: 1,
      items: [{ slug: 'c' }],
    });
  });
});

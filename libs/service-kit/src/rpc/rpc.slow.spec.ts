/**
 * Sends requests to replicas that start late, die, shut down or do not start.
 * @subject libs/service-kit/src/rpc
 * @everyday libs/service-kit/src/rpc/rpc.spec.ts
 */
import { join } from 'node:path';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { Redis } from 'ioredis';
import { createLogger } from '../logging.js';
import { notes } from '../testing/note.contract.js';
import { type ServiceProcess, spawnService } from '../testing/service-process.js';
import { startRedis, type TestRedis } from '../testing/start-redis.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import { RpcClient, type RpcClientOptions } from './rpc-client.js';

// A busy machine takes a minute to start the processes of a test.
jest.setTimeout(600_000);

const dist = join(__dirname, '../../dist');
const logger = createLogger('test', 'silent');

describe('request and reply with several or failing processes', () => {
  let redis: TestRedis;
  let journal: Redis;
  const started: ServiceProcess[] = [];
  const clients: RpcClient[] = [];

  const service = async (env: Record<string, string> = {}) => {
    const process = spawnService(dist, 'testing/request-service.fixture.js', { REDIS_URL: redis.url, ...env });
    started.push(process);
    await process.ready();
    return process;
  };
  /** Starts a loaded service that waits for `letIn`, so that loading Node does not use up deadlines. */
  const standby = async () => {
    const process = spawnService(dist, 'testing/request-service.fixture.js', { REDIS_URL: redis.url, GATE: 'gate' });
    started.push(process);
    await waitFor('it stands by', async () => (await journal.llen('gate:waiting')) === 1);
    const letIn = async () => {
      await journal.rpush('gate', 1);
      await process.ready();
    };
    return { process, letIn };
  };
  const client = (options: Partial<RpcClientOptions> = {}) => {
    const made = new RpcClient({ redisUrl: redis.url, logger, ...options });
    clients.push(made);
    return made;
  };
  const problemOf = async (call: Promise<unknown>): Promise<ProblemError> => {
    const error = await rejectionOf(call);
    if (error instanceof ProblemError) return error;
    throw error;
  };
  const requestId = 'r';

  beforeAll(async () => {
    redis = await startRedis();
    journal = new Redis(redis.url);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((each) => each.close()));
    await Promise.all(started.splice(0).map((each) => each.stop()));
    await journal.flushall();
  });
  afterAll(async () => {
    await journal.quit();
    await redis.stop();
  });

  it('runs each request once, distributed over two replicas', async () => {
    // Requests are slow enough that no replica finishes all of them before the other starts.
    await Promise.all([service({ CONCURRENCY: '4' }), service({ CONCURRENCY: '4' })]);
    const rpc = client({ longestDeadline: 30_000 });
    const values = Array.from({ length: 200 }, (_, index) => `v${index}`);
    const answers = await Promise.all(values.map((value) => rpc.call(notes.read, { value, ms: 40 }, { requestId })));
    expect(answers.map(({ value }) => value)).toEqual(values);
    expect((await journal.lrange('journal', 0, -1)).sort()).toEqual([...values].sort());
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2);
  });

  it('drops a request past its deadline without running it', async () => {
    const rpc = client();
    await problemOf(rpc.call(notes.work, { value: 'late' }, { requestId, deadline: 300 }));
    await service();
    await rpc.call(notes.work, { value: 'timely' }, { requestId });
    expect(await journal.lrange('journal', 0, -1)).toEqual(['timely']);
  });

  it('refuses a request immediately when too many wait, and drops expired ones', async () => {
    const { letIn } = await standby();
    const rpc = client({ depthLimit: 20 });
    let expired = 0;
    const waiting = Array.from({ length: 20 }, async (_, index) => {
      const problem = await problemOf(rpc.call(notes.work, { value: `w${index}` }, { requestId, deadline: 3_000 }));
      expired++;
      return problem;
    });
    await waitFor('20 waiting', async () => (await journal.llen('rpc:content')) === 20);
    const refused = await problemOf(rpc.call(notes.work, { value: 'one too many' }, { requestId }));
    expect(expired).toBe(0);
    expect(refused).toMatchObject({ code: 'saturated', status: 503, retryAfter: 1 });
    expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(Array(20).fill('unavailable'));
    const next = rpc.call(notes.work, { value: 'again' }, { requestId });
    await letIn();
    expect((await next).value).toBe('again');
  });

  it('resends a query when the process that runs it dies, but never a command', async () => {
    const [first, second] = await Promise.all([service(), standby()]);
    const rpc = client({ longestDeadline: 8_000 });
    const query = problemOf(rpc.call(notes.read, { value: 'query', ms: 60_000 }, { requestId }));
    const command = problemOf(rpc.call(notes.work, { value: 'command', ms: 60_000 }, { requestId }));
    await waitFor('both taken', async () => (await journal.llen('journal')) === 2);
    await first.kill('SIGKILL');
    await second.letIn();
    await waitFor(
      'the query asked twice',
      async () => (await journal.lrange('journal', 0, -1)).filter((value) => value === 'query').length === 2,
    );
    expect((await query).code).toBe('unavailable');
    expect((await command).code).toBe('unavailable');
    expect((await journal.lrange('journal', 0, -1)).sort()).toEqual(['command', 'query', 'query']);
  });

  it('finishes requests in flight at shutdown and takes no new ones', async () => {
    const [first, { process: second, letIn }] = await Promise.all([service({ CONCURRENCY: '8' }), standby()]);
    const rpc = client({ longestDeadline: 30_000 });
    const calls = Array.from({ length: 24 }, (_, index) =>
      rpc.call(notes.work, { value: `v${index}`, ms: 300 }, { requestId }),
    );
    await waitFor('8 taken', async () => (await journal.llen('journal')) === 8);
    const stopped = first.kill('SIGTERM');
    await letIn();
    const answers = await Promise.all(calls);
    await stopped;
    expect(await first.exited()).toBe(0);
    expect(answers.filter(({ pid }) => pid === first.pid)).toHaveLength(8);
    expect(answers.filter(({ pid }) => pid === second.pid)).toHaveLength(16);
    expect(await journal.llen('journal')).toBe(24);
  });

  it.each([
    [
      'missing',
      'no handler for POST /test/failures: is the line of its module missing in `imports` of src/app.module.ts?',
    ],
    ['two', 'POST /test/failures has two handlers'],
    ['foreign', 'POST /test/work is handled here, but is no operation of this service'],
  ])('does not start if handlers are wrong: %s', async (handlers, reason) => {
    await expect(service({ HANDLERS: handlers })).rejects.toThrow(reason);
    expect(await started.at(-1)?.exited()).toBe(1);
  });
});

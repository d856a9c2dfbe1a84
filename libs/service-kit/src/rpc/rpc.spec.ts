import { join } from 'node:path';
import { operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { Redis } from 'ioredis';
import { createLogger } from '../logging.js';
import { notes, storedNotes } from '../testing/note.contract.js';
import { type ServiceProcess, spawnService } from '../testing/service-process.js';
import { sharedRedis } from '../testing/shared-servers.js';
import type { TestRedis } from '../testing/start-redis.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import { whileSuspended } from '../testing/while-suspended.js';
import { OperationRunner } from './operation-runner.js';
import { RpcClient, type RpcClientOptions } from './rpc-client.js';

const dist = join(__dirname, '../../dist');
const logger = createLogger('test', 'silent');

describe('request and reply', () => {
  let redis: TestRedis;
  let journal: Redis;
  /** Serves the content operations. It runs throughout: a start takes seconds. No other service runs. */
  let running: ServiceProcess;
  const clients: RpcClient[] = [];

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
    redis = await sharedRedis();
    journal = new Redis(redis.url);
    running = spawnService(dist, 'testing/request-service.fixture.js', { REDIS_URL: redis.url });
    await running.ready();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((each) => each.close()));
    await journal.flushall();
  });
  afterAll(async () => {
    await running.stop();
    await journal.quit();
    await redis.stop();
  });

  it('runs each of many concurrent requests once', async () => {
    const rpc = client({ longestDeadline: 30_000 });
    const values = Array.from({ length: 100 }, (_, index) => `v${index}`);
    const answers = await Promise.all(values.map((value) => rpc.call(notes.read, { value }, { requestId })));
    expect(answers).toEqual(values.map((value) => ({ pid: running.pid, value })));
    expect((await journal.lrange('journal', 0, -1)).sort()).toEqual([...values].sort());
  });

  it('returns problems of the service, and no details of its bugs', async () => {
    const rpc = client();
    const refused = await problemOf(rpc.call(notes.fail, { how: 'problem' }, { requestId }));
    expect(refused).toMatchObject({ code: 'conflict', detail: 'Taken.', errors: [{ path: 'slug', message: 'Taken' }] });
    const bug = await problemOf(rpc.call(notes.fail, { how: 'bug' }, { requestId }));
    expect(bug.toProblem('r')).toMatchObject({ code: 'internal', status: 500 });
    expect(JSON.stringify(bug.toProblem('r'))).not.toContain('secret');
    const invalid = await problemOf(rpc.call(notes.read, { value: 1, extra: true }, { requestId }));
    expect(invalid.code).toBe('validation_failed');
    expect(invalid.errors?.map(({ path }) => path).sort()).toEqual(['extra', 'value']);
  });

  it('fails with 503 by the deadline when the service is dead', async () => {
    const began = Date.now();
    const ended: number[] = [];
    const call = async (deadline: number) => {
      const problem = await problemOf(client().call(storedNotes.list, {}, { requestId, deadline }));
      expect(problem).toMatchObject({ code: 'unavailable', status: 503 });
      ended.push(deadline);
    };
    await Promise.all([call(2_000), call(700).then(() => expect(Date.now() - began).toBeGreaterThanOrEqual(650))]);
    expect(ended).toEqual([700, 2_000]);
  });

  it('drops a request past its deadline without running it', async () => {
    const rpc = client();
    await waitFor('the connections', () =>
      rpc.check().then(
        () => true,
        () => false,
      ),
    );
    const late = await whileSuspended(running, () =>
      problemOf(rpc.call(notes.work, { value: 'late' }, { requestId, deadline: 300 })),
    );
    expect(late.code).toBe('unavailable');
    await rpc.call(notes.work, { value: 'timely' }, { requestId, deadline: 4_000 });
    expect(await journal.lrange('journal', 0, -1)).toEqual(['timely']);
  });

  it('refuses a request before its deadline when too many wait', async () => {
    const rpc = client({ depthLimit: 20 });
    const waiting = Array.from({ length: 20 }, () =>
      problemOf(rpc.call(storedNotes.list, {}, { requestId, deadline: 2_000 })),
    );
    await waitFor('20 waiting', async () => (await journal.llen('rpc:media')) === 20);
    const refused = await problemOf(rpc.call(storedNotes.list, {}, { requestId }));
    expect(refused).toMatchObject({ code: 'saturated', status: 503, retryAfter: 1 });
    expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(Array(20).fill('unavailable'));
  });

  it('has exactly one handler for each operation of the service, and for no other', () => {
    const runner = new OperationRunner([notes.read, notes.work], logger);
    const handler = async () => ({});
    runner.register(operationKey(notes.read), handler);
    expect(() => runner.register(operationKey(notes.read), handler)).toThrow(
      'GET /test/values/:value has two handlers',
    );
    expect(() => runner.register(operationKey(notes.fail), handler)).toThrow(
      'POST /test/failures is handled here, but is no operation of this service',
    );
    expect(() => runner.assertComplete()).toThrow(
      'no handler for POST /test/work: is the line of its module missing in `imports` of src/app.module.ts?',
    );
  });

  it('reports liveness and readiness', async () => {
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${running.port}${path}`);
      return [response.status, await response.json()];
    };
    expect(await get('/healthz')).toEqual([200, { status: 'alive' }]);
    expect(await get('/readyz')).toEqual([200, { ready: true, missing: [] }]);
    expect((await get('/other'))[0]).toBe(404);
  });

  it('stops on SIGTERM when idle, with exit code 0', async () => {
    await running.kill('SIGTERM');
    expect(await running.exited()).toBe(0);
  });
});

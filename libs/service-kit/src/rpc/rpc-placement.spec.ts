import { operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { HealthRegistry } from '@docfolio/process/health';
import { startMetrics } from '@docfolio/process/metrics/metrics';
import { currentScope, runInScope } from '@docfolio/process/scope';
import { seriesValue } from '@docfolio/process/testing/exposition';
import type { FinishedSpan } from '@docfolio/process/tracing/span';
import { bindTracer, inSpan, unbindTracer } from '@docfolio/process/tracing/tracer';
import { createLogger, requestContext } from '../logging.js';
import { notes } from '../testing/note.contract.js';
import { sharedRedis } from '../testing/shared-servers.js';
import { startRedis, type TestRedis } from '../testing/start-redis.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import type { CallContext } from './call-context.js';
import { addLocalService, localService, removeLocalService } from './local-services.js';
import { type OperationHandler, OperationRunner } from './operation-runner.js';
import { RpcClient, type RpcClientOptions } from './rpc-client.js';
import { RpcServer } from './rpc-server.js';

// Request and reply over Redis and within a Node process keep the same promises.

const logger = createLogger('test', 'silent');
const together = ['gateway', 'content'];
const scopes = {
  gateway: { name: 'gateway', together, env: {} },
  content: { name: 'content', together, env: {} },
};
const requestId = 'r';

let redis: TestRedis;
const servers: RpcServer[] = [];
const clients: RpcClient[] = [];

beforeAll(async () => {
  redis = await sharedRedis();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((each) => each.close()));
  await Promise.all(clients.splice(0).map((each) => each.close()));
});
afterAll(() => redis.stop());

const problemOf = async (call: Promise<unknown>): Promise<ProblemError> => {
  const error = await rejectionOf(call);
  if (error instanceof ProblemError) return error;
  throw error;
};

/** Runs work as the caller, or as the service, where these share a Node process. */
type As = <T>(name: keyof typeof scopes, work: () => T) => T;

describe.each<[string, As]>([
  ['over Redis', (_, work) => work()],
  ['within a Node process', (name, work) => runInScope(scopes[name], work)],
])('a request %s', (way, as) => {
  const isLocal = way === 'within a Node process';

  const serve = async (handler: OperationHandler, concurrency?: number) => {
    const operations = [notes.read, notes.work, notes.fail];
    const runner = new OperationRunner(operations, logger);
    for (const operation of operations) runner.register(operationKey(operation), handler);
    await as('content', async () => {
      const server = new RpcServer({ service: 'content', redisUrl: redis.url, runner, logger, concurrency });
      servers.push(server);
      await new Promise<void>((resolve, reject) => server.listen((error) => (error ? reject(error) : resolve())));
    });
    expect(localService('content') !== undefined).toBe(isLocal);
  };
  const client = (options: Partial<RpcClientOptions> = {}) =>
    as('gateway', () => {
      const made = new RpcClient({ redisUrl: redis.url, logger, ...options });
      clients.push(made);
      return made;
    });
  const echo: OperationHandler = async (input) => ({ pid: 1, value: (input as { value: string }).value });
  /** Returns a handler that runs until `finish`, and the values of the requests that it has begun. */
  const held = () => {
    const begun: string[] = [];
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const handler: OperationHandler = async (input, context) => {
      begun.push((input as { value: string }).value);
      await finished;
      return echo(input, context);
    };
    return { begun, finish, handler };
  };

  it('runs once, however many are concurrent', async () => {
    const run: string[] = [];
    await serve(async (input, context) => {
      run.push((input as { value: string }).value);
      return echo(input, context);
    });
    const rpc = client({ longestDeadline: 30_000 });
    const values = Array.from({ length: 200 }, (_, index) => `v${index}`);
    const answers = await as('gateway', () =>
      Promise.all(values.map((value) => rpc.call(notes.read, { value }, { requestId }))),
    );
    expect(answers.map(({ value }) => value)).toEqual(values);
    expect(run.sort()).toEqual([...values].sort());
  });

  it('fails with the problem of the service, and with no detail of a bug', async () => {
    await serve(async (input) => {
      const { how } = input as { how: string };
      if (how === 'problem') throw new ProblemError('conflict', { detail: 'Taken.', retryAfter: 7 });
      throw new Error('secret words of a driver');
    });
    const rpc = client();
    const refused = await problemOf(rpc.call(notes.fail, { how: 'problem' }, { requestId }));
    expect(refused).toMatchObject({ code: 'conflict', status: 409, detail: 'Taken.', retryAfter: 7 });
    const bug = await problemOf(rpc.call(notes.fail, { how: 'bug' }, { requestId }));
    expect([bug.code, JSON.stringify(bug.toProblem('r')).includes('secret')]).toEqual(['internal', false]);
    const invalid = await problemOf(rpc.call(notes.read, { value: 1, extra: true }, { requestId }));
    expect(invalid.errors?.map(({ path }) => path).sort()).toEqual(['extra', 'value']);
  });

  it('has the context of its call, and none of the caller', async () => {
    const contexts: CallContext[] = [];
    const seen: unknown[] = [];
    // The runner replaces the context: what would come along of the caller is visible only before.
    const original = OperationRunner.prototype.run;
    const run = jest.spyOn(OperationRunner.prototype, 'run').mockImplementation(function (
      this: OperationRunner,
      ...args
    ) {
      seen.push(requestContext.getStore(), currentScope()?.name);
      return original.apply(this, args);
    });
    await serve(async (input, context) => {
      contexts.push(context);
      seen.push(requestContext.getStore()?.audit, currentScope()?.name);
      return echo(input, context);
    });
    const rpc = client();
    const actor = { user_id: 'u', email: 'ada@example.com' };
    const audit = { entryId: 'e', operation: 'o', requestId: 'other', actor: null };
    await as('gateway', () =>
      requestContext.run({ requestId: 'other', audit }, () =>
        rpc.call(notes.work, { value: 'v' }, { requestId, actor, client: 'c', deadline: 1_000 }),
      ),
    );
    expect(contexts).toEqual([
      expect.objectContaining({ operation: 'POST /test/work', requestId: 'r', actor, client: 'c', recordId: '' }),
    ]);
    expect(contexts[0]!.deadline - Date.now()).toBeLessThanOrEqual(1_000);
    run.mockRestore();
    const scope = isLocal ? 'content' : undefined;
    expect(seen).toEqual([undefined, scope, undefined, scope]);
  });

  it('passes copies, as JSON has them', async () => {
    const stored = { pid: 1, value: 'stored', at: new Date(0), nothing: undefined };
    const inputs: { value: string }[] = [];
    await serve(async (input) => {
      inputs.push(input as { value: string });
      return stored;
    });
    const given = { value: 'given' };
    const answer = await client().call(notes.work, given, { requestId });
    expect(answer).toEqual({ pid: 1, value: 'stored', at: '1970-01-01T00:00:00.000Z' });
    answer.value = 'changed by the caller';
    inputs[0]!.value = 'changed by the service';
    expect([stored.value, given.value]).toEqual(['stored', 'given']);
  });

  it('fails at its deadline while the service still works on it', async () => {
    const { handler, finish } = held();
    await serve(handler);
    const began = performance.now();
    const problem = await problemOf(client().call(notes.work, { value: 'v' }, { requestId, deadline: 300 }));
    expect(problem).toMatchObject({ code: 'unavailable', status: 503 });
    expect(performance.now() - began).toBeGreaterThanOrEqual(290);
    finish();
  });

  it('waits while the service runs as many as it may, and is not run after its deadline', async () => {
    const { begun, finish, handler } = held();
    await serve(handler, 2);
    const rpc = client();
    const call = (value: string, deadline: number) => rpc.call(notes.work, { value }, { requestId, deadline });
    const first = [call('a', 4_000), call('b', 4_000)];
    await waitFor('two have begun', async () => begun.length === 2);
    const late = await problemOf(call('late', 200));
    const timely = call('timely', 4_000);
    expect([late.code, begun]).toEqual(['unavailable', expect.not.arrayContaining(['late', 'timely'])]);
    finish();
    await Promise.all([...first, timely]);
    expect(begun.slice(2)).toEqual(['timely']);
  });

  it('is refused when too many wait', async () => {
    const { begun, finish, handler } = held();
    await serve(handler, 1);
    const rpc = client({ depthLimit: 3 });
    const call = (value: string) => rpc.call(notes.work, { value }, { requestId, deadline: 4_000 });
    const running = call('running');
    await waitFor('one has begun', async () => begun.length === 1);
    const waiting = [call('1'), call('2'), call('3')];
    const refused = await problemOf(call('one too many'));
    expect(refused).toMatchObject({ code: 'saturated', status: 503, retryAfter: 1 });
    finish();
    await Promise.all([running, ...waiting]);
    expect(begun).toHaveLength(4);
  });

  it('is finished when the service stops while it runs', async () => {
    const { begun, finish, handler } = held();
    await serve(handler);
    const answer = client().call(notes.work, { value: 'in flight' }, { requestId });
    await waitFor('it has begun', async () => begun.length === 1);
    const closed = servers.splice(0).map((each) => each.close());
    expect(localService('content')).toBeUndefined();
    finish();
    expect((await answer).value).toBe('in flight');
    await Promise.all(closed);
  });

  it('counts in the metrics of the service: its time of waiting, and that it was dropped', async () => {
    const options = { config: { METRICS: 'on', DOCFOLIO_VERSION: '1' }, health: new HealthRegistry() } as const;
    const metrics = (await as('content', () => startMetrics({ ...options, service: 'content' })))!;
    try {
      const { begun, finish, handler } = held();
      await serve(handler, 1);
      const rpc = client();
      const call = (value: string, deadline: number) => rpc.call(notes.work, { value }, { requestId, deadline });
      const running = as('gateway', () => call('running', 4_000));
      await waitFor('one has begun', async () => begun.length === 1);
      await problemOf(as('gateway', () => call('late', 200)));
      const timely = as('gateway', () => call('timely', 4_000));
      finish();
      await Promise.all([running, timely]);
      const text = await as('content', () => metrics.text());
      const figures = ['docfolio_rpc_queue_wait_seconds_count', 'docfolio_rpc_expired_total'];
      expect(figures.map((name) => seriesValue(text, name))).toEqual([3, 1]);
    } finally {
      as('content', () => metrics.stop());
    }
  });

  it('is one trace: the span of the service is a child of the span of the call', async () => {
    const spans: FinishedSpan[] = [];
    const record = (span: FinishedSpan) => void spans.push(span);
    const bind = () => bindTracer({ share: 1, record });
    as('content', bind);
    as('gateway', bind);
    try {
      await serve(echo);
      const rpc = client();
      await as('gateway', () =>
        inSpan('request', { kind: 'server' }, () => rpc.call(notes.work, { value: 'v' }, { requestId })),
      );
      await waitFor('three spans', async () => spans.length === 3);
      const named = (name: string) => spans.find((span) => span.name === name)!;
      const [called, served] = [named('call POST /test/work'), named('operation POST /test/work')];
      expect(served.parentSpanId).toBe(called.context.spanId);
      expect(new Set(spans.map(({ context }) => context.traceId)).size).toBe(1);
    } finally {
      as('content', unbindTracer);
      as('gateway', unbindTracer);
    }
  });

  if (isLocal) {
    it('is refused immediately if it waits when the service stops', async () => {
      const { begun, finish, handler } = held();
      await serve(handler, 1);
      const rpc = client();
      const call = (value: string) => rpc.call(notes.work, { value }, { requestId, deadline: 4_000 });
      const running = call('running');
      await waitFor('one has begun', async () => begun.length === 1);
      const waiting = [problemOf(call('1')), problemOf(call('2'))];
      const began = performance.now();
      const closed = servers.splice(0).map((each) => each.close());
      expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(['unavailable', 'unavailable']);
      expect(performance.now() - began).toBeLessThan(2_000);
      finish();
      await Promise.all([running, ...closed]);
      expect(begun).toEqual(['running']);
    });

    it('takes the place of one that waits beyond its deadline, which counts as dropped', async () => {
      const options = { config: { METRICS: 'on', DOCFOLIO_VERSION: '1' }, health: new HealthRegistry() } as const;
      const metrics = (await as('content', () => startMetrics({ ...options, service: 'content' })))!;
      try {
        const { begun, finish, handler } = held();
        await serve(handler, 1);
        const rpc = client({ depthLimit: 2 });
        const call = (value: string, deadline: number) =>
          as('gateway', () => rpc.call(notes.work, { value }, { requestId, deadline }));
        const running = call('running', 4_000);
        await waitFor('one has begun', async () => begun.length === 1);
        await Promise.all([problemOf(call('late', 100)), problemOf(call('later', 100))]);
        const timely = call('timely', 4_000);
        const text = await as('content', () => metrics.text());
        expect(seriesValue(text, 'docfolio_rpc_expired_total')).toBe(2);
        finish();
        await Promise.all([running, timely]);
        expect(begun).toEqual(['running', 'timely']);
      } finally {
        as('content', () => metrics.stop());
      }
    });

    it('leaves room to requests of other Node processes while more wait than may run', async () => {
      let isFlooded = true;
      await serve(async (input, context) => {
        if (isFlooded) await new Promise((resolve) => setTimeout(resolve, 20));
        return echo(input, context);
      }, 2);
      const service = localService('content')!;
      const rpc = client({ longestDeadline: 30_000 });
      const call = (value: string, deadline: number) => rpc.call(notes.work, { value }, { requestId, deadline });
      const flood = Array.from({ length: 400 }, (_, index) => call(`local ${index}`, 30_000));
      // Without the service in the Node process a call is sent over Redis, as by another Node process.
      removeLocalService('content');
      const others = Array.from({ length: 6 }, (_, index) => call(`remote ${index}`, 1_500));
      addLocalService('content', service);
      const outcomes = await Promise.allSettled(others);
      isFlooded = false;
      await Promise.all(flood);
      expect(outcomes.map(({ status }) => status)).toEqual(others.map(() => 'fulfilled'));
    });

    it('needs no Redis', async () => {
      await serve(echo);
      const own = await startRedis();
      const rpc = client({ redisUrl: own.url });
      const isConnected = () =>
        rpc.check().then(
          () => true,
          () => false,
        );
      await waitFor('the connections', isConnected);
      await own.kill('SIGKILL');
      expect(await rpc.call(notes.read, { value: 'v' }, { requestId })).toEqual({ pid: 1, value: 'v' });
      // A client that is closed while it is disconnected holds the process for 2 s.
      await own.restart();
      await waitFor('the connections', isConnected);
      await Promise.all(clients.splice(0).map((each) => each.close()));
      await own.stop();
    });
  }
});

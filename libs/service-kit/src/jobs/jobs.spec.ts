import { z } from 'zod';
import type { MarkedMethod } from '../discovery.js';
import { createLogger } from '../logging.js';
import { completedRetention, openQueue } from '../queue.js';
import { closeRedis, connectRedis } from '../redis.js';
import { sharedRedis } from '../testing/shared-servers.js';
import type { TestRedis } from '../testing/start-redis.js';
import { rejectionOf, waitFor } from '../testing/wait-for.js';
import { defineJob, type JobDefinition, type JobMeta } from './define-job.js';
import { JobQueue, jobQueueName } from './job-queue.js';
import { JobWorkers } from './job-workers.js';

const logger = createLogger('test', 'silent');
const count = defineJob('count', z.strictObject({ to: z.coerce.number() }), {
  attempts: 3,
  backoff: { first: 20, cap: 40 },
});

describe('jobs', () => {
  let redis: TestRedis;
  let jobs: JobQueue;
  let workers: JobWorkers | undefined;
  const connections: ReturnType<typeof connectRedis>[] = [];
  const connect = () => {
    const made = connectRedis(redis.url, 'bullmq', logger);
    connections.push(made);
    return made;
  };
  const done: { to: number; attempt: number }[] = [];
  const work = (call: (payload: { to: number }, meta: JobMeta) => void): MarkedMethod<JobDefinition> => ({
    mark: count,
    name: 'Counter.count',
    call: (payload, meta) => call(payload as { to: number }, meta as JobMeta),
  });
  const startWorkers = (...handlers: MarkedMethod<JobDefinition>[]) => {
    workers = new JobWorkers(handlers, connect(), logger);
    workers.start();
  };

  beforeAll(async () => {
    redis = await sharedRedis();
    jobs = new JobQueue({ redisUrl: redis.url, logger });
  });
  afterEach(async () => {
    await workers?.close();
    workers = undefined;
    done.length = 0;
    const keys = connect();
    await keys.flushall();
    await Promise.all(connections.splice(0).map(closeRedis));
  });
  afterAll(async () => {
    await jobs.close();
    await redis.stop();
  });

  it('are parsed when added and when run', async () => {
    expect(await rejectionOf(jobs.add(count, { to: 'many' }))).toMatchObject({ code: 'validation_failed' });
    startWorkers(work(({ to }, { attempt }) => done.push({ to, attempt })));
    await jobs.add(count, { to: '3' });
    await waitFor('the job', () => Promise.resolve(done.length === 1));
    expect(done).toEqual([{ to: 3, attempt: 1 }]);
  });

  it('are added once under one id, whatever its characters', async () => {
    for (const id of ['123', '123', 'a:b', 'a:b']) await jobs.add(count, { to: 1 }, { id });
    await jobs.add(count, { to: 2 });
    expect(await connect().llen(`bull:${jobQueueName(count)}:wait`)).toBe(3);
  });

  it('are retried as often as declared with growing delays, then stored as failed', async () => {
    const times: number[] = [];
    startWorkers(
      work(() => {
        times.push(Date.now());
        throw new Error('never');
      }),
    );
    await jobs.add(count, { to: 1 });
    const keys = connect();
    await waitFor('the end', async () => (await keys.zcard(`bull:${jobQueueName(count)}:failed`)) === 1);
    expect(times).toHaveLength(3);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(15);
  });

  it('wait for their delay', async () => {
    startWorkers(work(({ to }, { attempt }) => done.push({ to, attempt })));
    const began = Date.now();
    await jobs.add(count, { to: 1 }, { delay: 400 });
    await waitFor('the job', () => Promise.resolve(done.length === 1));
    expect(Date.now() - began).toBeGreaterThanOrEqual(390);
  });

  it('of a flow run before its last job, and not again when the flow is added a second time', async () => {
    const order: number[] = [];
    const last = defineJob('count-last', count.payload);
    const at = <J extends JobDefinition>(job: J, to: number) => ({ job, payload: { to }, id: `flow ${to}` });
    const flow = () => jobs.addFlow(at(last, 3), [at(count, 1), at(count, 2)]);
    await flow();
    await flow();
    startWorkers(
      work(({ to }, { attempt }) => {
        if (to === 2 && attempt === 1) throw new Error('not yet');
        order.push(to);
      }),
      { mark: last, name: 'Counter.last', call: (payload) => order.push((payload as { to: number }).to) },
    );
    await waitFor('the last one', () => Promise.resolve(order.includes(3)));
    expect(order).toEqual([1, 2, 3]);
    expect(await rejectionOf(jobs.addFlow(at(last, 4), [{ ...at(count, 5), payload: { to: 'x' } }]))).toMatchObject({
      code: 'validation_failed',
    });
  });

  it('repeat once for all replicas', async () => {
    await jobs.repeat(count, { to: 1 }, 100);
    await jobs.repeat(count, { to: 1 }, 100);
    startWorkers(work(({ to }, { attempt }) => done.push({ to, attempt })));
    const took = await waitFor('three rounds', () => Promise.resolve(done.length >= 3));
    expect(took).toBeGreaterThan(150);
    expect(await connect().zcard(`bull:${jobQueueName(count)}:repeat`)).toBe(1);
  });

  it('that repeat leave no entry when they fail, and remove failed entries of earlier versions', async () => {
    const failed = `bull:${jobQueueName(count)}:failed`;
    const keys = connect();
    const queue = openQueue(jobQueueName(count), keys);
    await queue.add(count.name, { to: 0 }, { removeOnFail: false });
    let runs = 0;
    const fail = work(() => {
      runs += 1;
      throw new Error('unavailable');
    });
    startWorkers(fail);
    await waitFor('an entry of an earlier version', async () => (await keys.zcard(failed)) === 1);
    await jobs.repeat(count, { to: 1 }, 50);
    const before = runs;
    await waitFor('three rounds of three attempts', async () => runs - before >= 9);
    expect(await keys.zcard(failed)).toBe(0);
    await queue.close();
  });

  it('are stored for a limited time and number after completion, so that Redis stops growing', async () => {
    const many = defineJob('count-many', count.payload, { concurrency: 100 });
    const keys = connect();
    const completed = `bull:${jobQueueName(many)}:completed`;
    // Not counted: a busy machine may run a job twice.
    const done = new Set<string>();
    startWorkers({ ...work((_payload, { jobId }) => done.add(jobId)), mark: many });
    const usedAfter = async (total: number) => {
      const added = total - done.size;
      // In parts, as a command may take 2 s.
      for (let part = 0; part < added; part += 100)
        await Promise.all(Array.from({ length: Math.min(100, added - part) }, (_, to) => jobs.add(many, { to })));
      await waitFor(`${total} jobs`, async () => done.size === total && (await activeJobs(keys, many)) === 0);
      return Number(/used_memory_dataset:(\d+)/.exec(await keys.info('memory'))?.[1]);
    };
    const used = [await usedAfter(1_500), await usedAfter(3_000)] as const;
    expect(await keys.zcard(completed)).toBe(completedRetention.count);
    expect(await keys.xlen(`bull:${jobQueueName(many)}:events`)).toBeLessThan(500);
    expect(used[1] / used[0]).toBeLessThan(1.1);

    const [oldest] = await keys.zrange(completed, '0', '0');
    await keys.zadd(completed, String(Date.now() - completedRetention.age * 1_000 - 1), oldest!);
    await usedAfter(3_001);
    expect(await keys.zscore(completed, oldest!)).toBeNull();
    expect(await keys.exists(`bull:${jobQueueName(many)}:${oldest}`)).toBe(0);
  });

  it('must have exactly one handler', () => {
    const handler = work(() => undefined);
    expect(() => new JobWorkers([handler, { ...handler, name: 'Other.count' }], connect(), logger)).toThrow(
      'count has two handlers: Counter.count and Other.count',
    );
  });
});

async function activeJobs(redis: ReturnType<typeof connectRedis>, job: JobDefinition): Promise<number> {
  return redis.llen(`bull:${jobQueueName(job)}:active`);
}

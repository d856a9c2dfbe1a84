import { openQueue } from '@docfolio/service-kit/queue';
import { FlowProducer, type Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { type RedisRecord, redisLines } from '../sources/redis.js';
import { type Stores, sourceStores, targetStores } from '../testing/stores.js';
import { restoreRedis } from './restore-redis.js';

let stores: Stores[];
let source: Redis;
let target: Redis;
const open: Queue[] = [];

beforeAll(async () => {
  stores = [await sourceStores(), await targetStores()];
  [source, target] = stores.map(({ redis }) => redis) as [Redis, Redis];
});
beforeEach(async () => {
  await Promise.all([source.flushall(), target.flushall()]);
});
afterEach(async () => {
  for (const queue of open.splice(0)) await queue.close();
});
afterAll(async () => {
  await Promise.all(stores.map((each) => each.stop()));
});

function queueOn(redis: Redis, name = 'jobs-mail'): Queue {
  const queue = openQueue(name, redis);
  open.push(queue);
  return queue;
}

async function recordsOf(redis: Redis, finishedSince?: Date): Promise<RedisRecord[]> {
  const records: RedisRecord[] = [];
  for await (const line of redisLines(redis, { records: 0 }, finishedSince)) records.push(JSON.parse(line.toString()));
  return records;
}

async function restore(...moments: RedisRecord[][]): Promise<void> {
  for (const records of moments)
    await restoreRedis(
      target,
      (async function* () {
        yield* records;
      })(),
    );
}

/** Runs jobs of a queue with `work` until it holds none that wait. */
async function runJobs(redis: Redis, work: (name: string) => Promise<void>, name = 'jobs-mail'): Promise<void> {
  const connection = redis.duplicate({ maxRetriesPerRequest: null });
  const worker = new Worker(name, (job) => work(job.name), { connection, skipVersionCheck: true });
  worker.on('error', () => undefined);
  await new Promise<void>((resolve) => worker.once('drained', () => resolve()));
  await worker.close();
  connection.disconnect();
}

it('a waiting job keeps id, data, options and time, and runs', async () => {
  const options = {
    jobId: 'm_1',
    attempts: 7,
    backoff: { type: 'capped' },
    removeOnComplete: { age: 600 },
    timestamp: 5,
  };
  await queueOn(source).add('send', { to: 'ada', text: 'ünï' }, options);
  await restore(await recordsOf(source));
  const restored = await queueOn(target).getJob('m_1');
  expect(restored).toMatchObject({ name: 'send', data: { to: 'ada', text: 'ünï' }, timestamp: 5, attemptsMade: 0 });
  expect(restored!.opts).toMatchObject({ attempts: 7, backoff: { type: 'capped' }, removeOnComplete: { age: 600 } });
  expect(await restored!.getState()).toBe('waiting');
  const ran: string[] = [];
  await runJobs(target, async (name) => void ran.push(name));
  expect(ran).toEqual(['send']);
});

it('a delayed job keeps the time at which it may start, and one whose time has passed waits', async () => {
  const queue = queueOn(source);
  await queue.add('late', {}, { jobId: 'late', delay: 60_000 });
  await queue.add('due', {}, { jobId: 'due', delay: 1_000, timestamp: Date.now() - 5_000 });
  await restore(await recordsOf(source));
  const [late, due] = [await queueOn(target).getJob('late'), await queueOn(target).getJob('due')];
  expect(await late!.getState()).toBe('delayed');
  const score = Number(await target.zscore('bull:jobs-mail:delayed', 'late'));
  // BullMQ keeps 12 bits of each score for the order of jobs of the same ms.
  expect(Math.abs(score / 0x1000 - (late!.timestamp + late!.delay))).toBeLessThan(2_000);
  expect(await due!.getState()).toBe('waiting');
});

it('a failed job stays failed with its reason, and can be retried', async () => {
  await queueOn(source).add('send', {}, { jobId: 'm_2', attempts: 1 });
  await runJobs(source, () => Promise.reject(new Error('refused')));
  await restore(await recordsOf(source));
  const restored = await queueOn(target).getJob('m_2');
  expect([await restored!.getState(), restored!.failedReason]).toEqual(['failed', 'refused']);
  await restored!.retry();
  expect(await restored!.getState()).toBe('waiting');
});

it('a job that finished during the backup runs again; the record of the end wins over that of the start', async () => {
  const queue = queueOn(source);
  await queue.add('send', {}, { jobId: 'm_3', attempts: 3, backoff: { type: 'fixed', delay: 60_000 } });
  await queue.add('other', {}, { jobId: 'm_4' });
  const startedAt = new Date(Date.now() - 1);
  const start = await recordsOf(source);
  await runJobs(source, (name) => (name === 'send' ? Promise.reject(new Error('down')) : Promise.resolve()));
  await restore(await recordsOf(source, startedAt), start);
  const [tried, done] = [await queueOn(target).getJob('m_3'), await queueOn(target).getJob('m_4')];
  expect([await tried!.getState(), tried!.attemptsMade]).toEqual(['waiting', 1]);
  expect(await done!.getState()).toBe('waiting');
});

it('a job that waits for others runs after those that were left', async () => {
  const flows = new FlowProducer({ connection: source, skipVersionCheck: true });
  queueOn(source);
  await flows.add({
    ...{ name: 'last', queueName: 'jobs-last', data: { n: 1 }, opts: { jobId: 'last' } },
    children: ['a', 'b'].map((id) => ({ name: id, queueName: 'jobs-mail', data: {}, opts: { jobId: id } })),
  });
  await flows.close();
  const records = await recordsOf(source);
  await restore(records);
  // An interrupted restore is run again.
  await restore(records);
  const last = await queueOn(target, 'jobs-last').getJob('last');
  expect(await last!.getState()).toBe('waiting-children');
  const ran: string[] = [];
  await runJobs(target, async (name) => void ran.push(name));
  expect(ran.sort()).toEqual(['a', 'b']);
  expect(await last!.getState()).toBe('waiting');
});

it('other keys keep type, bytes, order and expiry; those that have expired are left out', async () => {
  await source.set('docfolio:bytes', Buffer.from([0, 1, 255]), 'EX', 3_600);
  await source.rpush('docfolio:list', ...Array.from({ length: 2_500 }, (_, index) => `${index}`));
  await source.hset('docfolio:hash', 'a', '1', 'b', 'ünï');
  await source.zadd('docfolio:scores', '7340032000000001', 'x', '0.5', 'y', '-inf', 'z');
  await source.sadd('docfolio:set', 'b', 'a');
  const records = await recordsOf(source);
  records.push({ kind: 'key', key: 'docfolio:gone', type: 'string', expires_at: Date.now() - 1, values: ['eA=='] });
  await restore(records);
  expect(await target.getBuffer('docfolio:bytes')).toEqual(Buffer.from([0, 1, 255]));
  expect(await target.ttl('docfolio:bytes')).toBeGreaterThan(3_500);
  expect(await target.lrange('docfolio:list', 0, -1)).toEqual(Array.from({ length: 2_500 }, (_, index) => `${index}`));
  expect(await target.hgetall('docfolio:hash')).toEqual({ a: '1', b: 'ünï' });
  const scores = await target.zrange('docfolio:scores', '0', '-1', 'WITHSCORES');
  expect(scores).toEqual(['z', '-inf', 'y', '0.5', 'x', '7340032000000001']);
  expect((await target.smembers('docfolio:set')).sort()).toEqual(['a', 'b']);
  expect(await target.exists('docfolio:gone', 'docfolio:restoring')).toBe(0);
});

import { openQueue } from '@docfolio/service-kit/queue';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { FlowProducer, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Stores, sourceStores } from '../testing/stores.js';
import { type JobRecord, type KeyRecord, type RedisRecord, redisLines } from './redis.js';

let stores: Stores;
let redis: Redis;

beforeAll(async () => {
  stores = await sourceStores();
  ({ redis } = stores);
});
afterEach(async () => {
  await redis.flushall();
});
afterAll(() => stores.stop());

async function read(finishedSince?: Date): Promise<RedisRecord[]> {
  const tally = { records: 0 };
  const found: RedisRecord[] = [];
  for await (const line of redisLines(redis, tally, finishedSince)) found.push(JSON.parse(line.toString()));
  expect(tally.records).toBe(found.length);
  return found;
}

const jobsOf = (records: RedisRecord[]) =>
  records.filter((record): record is JobRecord => record.kind === 'job').sort((a, b) => a.id.localeCompare(b.id));

describe('the jobs in Redis', () => {
  it('are those that wait, are delayed, run or have failed', async () => {
    const queue = openQueue('jobs-test', redis);
    const connection = redis.duplicate();
    const worker = new Worker(
      'jobs-test',
      async ({ data }) => {
        if (data === 'fails') throw new Error('refused');
        if (data === 'runs') await new Promise(() => undefined);
      },
      { connection, concurrency: 3, lockDuration: 60_000 },
    );
    for (const data of ['done', 'fails', 'runs']) await queue.add('test', data, { jobId: `j_${data}`, attempts: 1 });
    await waitFor('three jobs taken', async () => {
      const { completed, failed, active } = await queue.getJobCounts();
      return completed === 1 && failed === 1 && active === 1;
    });
    await worker.pause(true);
    await queue.add('test', 'later', { jobId: 'j_later', delay: 60_000 });
    await queue.add('test', 'waits', { jobId: 'j_waits' });
    await queue.upsertJobScheduler('repeat-test', { every: 60_000 }, { name: 'test' });

    const jobs = jobsOf(await read());
    expect(jobs.map(({ id }) => id)).toEqual(['j_fails', 'j_later', 'j_runs', 'j_waits']);
    expect(jobs[1]).toMatchObject({ queue: 'jobs-test', fields: { name: 'test', data: '"later"', delay: '60000' } });
    await worker.close(true);
    await queue.close();
    connection.disconnect();
  });

  it('include those that have finished since the start of the backup', async () => {
    const queue = openQueue('jobs-test', redis);
    const connection = redis.duplicate();
    const worker = new Worker('jobs-test', async () => undefined, { connection });
    const finished = (count: number) => waitFor('the job', async () => (await queue.getCompletedCount()) === count);
    await queue.add('test', {}, { jobId: 'j_before' });
    await finished(1);
    const job = await queue.getJob('j_before');
    const start = new Date(job!.finishedOn! + 1);
    await waitFor('the next ms', async () => Date.now() > start.getTime());
    await queue.add('test', {}, { jobId: 'j_during' });
    await finished(2);
    expect(jobsOf(await read(start)).map(({ id }) => id)).toEqual(['j_during']);
    expect(jobsOf(await read())).toEqual([]);
    await worker.close();
    await queue.close();
    connection.disconnect();
  });

  it('name the jobs that they wait for', async () => {
    const flows = new FlowProducer({ connection: redis });
    await flows.add({
      name: 'last',
      queueName: 'jobs-last',
      opts: { jobId: 'j_last' },
      children: ['j_a', 'j_b'].map((jobId) => ({ name: 'each', queueName: 'jobs-each', opts: { jobId } })),
    });
    const [a, b, last] = jobsOf(await read());
    expect([a?.id, b?.id, last?.id]).toEqual(['j_a', 'j_b', 'j_last']);
    expect(last?.children.sort()).toEqual(['bull:jobs-each:j_a', 'bull:jobs-each:j_b']);
    await flows.close();
  });
});

it('the other keys are kept with value and expiry, without what a restart rebuilds, addresses of clients, or tokens', async () => {
  await redis.set('docfolio:kept:a', Buffer.from([0, 255]), 'PXAT', 4_102_444_800_000);
  await redis.hset('limits', { b: '1' });
  await redis.zadd('scores', 1.5, 'm');
  const rebuilt = ['rpc:leads', 'rpc-reply:1', 'docfolio:cache:sequence', 'docfolio:live'];
  const personal = ['gateway:limit:forms:192.0.2.1', 'docfolio:secret:a', 'docfolio:download:a'];
  for (const key of [...rebuilt, ...personal]) await redis.set(key, '1');
  const keys = (await read()).sort((a, b) => (a as KeyRecord).key.localeCompare((b as KeyRecord).key));
  const base64 = (...values: string[]) => values.map((value) => Buffer.from(value, 'latin1').toString('base64'));
  expect(keys).toEqual([
    {
      kind: 'key',
      key: 'docfolio:kept:a',
      type: 'string',
      expires_at: 4_102_444_800_000,
      values: base64('\0\xff'),
    },
    { kind: 'key', key: 'limits', type: 'hash', expires_at: -1, values: base64('b', '1') },
    { kind: 'key', key: 'scores', type: 'zset', expires_at: -1, values: base64('m', '1.5') },
  ]);
});

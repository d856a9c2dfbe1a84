import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { DurableWorker } from './durable-worker.js';
import { createLogger } from './logging.js';
import { closeRedis, connectRedis } from './redis.js';
import { sharedRedis } from './testing/shared-servers.js';
import type { TestRedis } from './testing/start-redis.js';
import { waitFor } from './testing/wait-for.js';

const logger = createLogger('test', 'silent');

describe('DurableWorker', () => {
  let redis: TestRedis;
  let connection: Redis;
  const workers: DurableWorker<unknown>[] = [];
  const startWorker = (queue: string, process: () => Promise<void> = async () => undefined) => {
    const worker = new DurableWorker<unknown>(queue, process, { connection, logger });
    workers.push(worker);
    worker.start();
  };

  beforeAll(async () => {
    redis = await sharedRedis();
  });
  beforeEach(() => {
    connection = connectRedis(redis.url, 'bullmq', logger);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await connection.flushall();
    await closeRedis(connection);
  });
  afterAll(() => redis.stop());

  it('asks for the stalled jobs of all idle queues with one look, and runs no script for them', async () => {
    const commands: string[] = [];
    const monitor = await connection.monitor();
    monitor.on('monitor', (_time: string, [name = '', key = '', ...rest]: string[]) =>
      commands.push([name.toLowerCase(), key, ...rest].join(' ')),
    );
    const looks = (queue: string) => commands.filter((command) => command === `llen bull:${queue}:active`).length;
    try {
      startWorker('first');
      startWorker('second');
      await waitFor('two looks', () => Promise.resolve(looks('first') >= 2 && looks('second') >= 2), 15_000);
      expect(commands.filter((command) => command.includes(':stalled-check'))).toEqual([]);
    } finally {
      monitor.disconnect();
    }
  });

  it('runs a job once although the event loop is blocked until the lock of the job has expired', async () => {
    let runs = 0;
    const jobs = new Queue('blocked', { connection });
    startWorker('blocked', async () => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 12_000));
    });
    await jobs.add('job', {});
    // By then a look has marked the job, and the next one would take it.
    await waitFor('the mark of the job', async () => (await connection.scard('bull:blocked:stalled')) > 0);
    const end = performance.now() + 6_000;
    while (performance.now() < end);
    await waitFor('the end of the job', async () => (await jobs.getCompletedCount()) > 0, 20_000);
    expect([runs, await jobs.getActiveCount(), await jobs.getWaitingCount()]).toEqual([1, 0, 0]);
    await jobs.close();
  }, 60_000);
});

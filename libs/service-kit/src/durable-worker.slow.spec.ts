/**
 * Kills a worker, and waits until its job counts as stalled.
 * @subject libs/service-kit/src/durable-worker.ts libs/service-kit/src/queue.ts
 * @everyday libs/service-kit/src/durable-worker.spec.ts
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { DurableWorker } from './durable-worker.js';
import { createLogger } from './logging.js';
import { openQueue } from './queue.js';
import { closeRedis, connectRedis } from './redis.js';
import { startRedis, type TestRedis } from './testing/start-redis.js';
import { waitFor, withRoom } from './testing/wait-for.js';

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
    redis = await startRedis();
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

  it('gives the job of a killed process to a living worker within 10 s', async () => {
    const queue = openQueue<object>('shared', connection);
    try {
      await queue.add('work', {});
      const code = `
        const { Worker } = require('bullmq');
        new Worker('shared', () => new Promise(() => console.log('working')),
          { connection: { port: ${new URL(redis.url).port} }, lockDuration: 4000, stalledInterval: 2000 });`;
      const process = spawn(globalThis.process.execPath, ['-e', code], { cwd: __dirname });
      await once(process.stdout, 'data');
      const done: number[] = [];
      startWorker('shared', async () => void done.push(performance.now()));
      startWorker('another');
      const ended = once(process, 'exit');
      process.kill('SIGKILL');
      const killed = performance.now();
      await ended;
      await waitFor('the job', () => Promise.resolve(done.length > 0), 20_000);
      expect(done[0]! - killed).toBeLessThan(withRoom(10_000));
    } finally {
      await queue.close();
    }
  });
});

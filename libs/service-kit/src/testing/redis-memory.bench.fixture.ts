import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '@docfolio/process/config';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { createLogger } from '../logging.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { SubmissionClient } from '../submissions/submission-client.js';
import { notes, storedNotes } from './note.contract.js';
import { spawnService } from './service-process.js';
import { startMongo } from './start-mongo.js';
import { startRedis } from './start-redis.js';

// Shows that Redis stops growing under a steady load: requests and submissions at a fixed rate, with the events and
// jobs that they cause. Prints Redis' memory once a minute, for MINUTES.

const { MINUTES } = loadConfig(z.object({ MINUTES: z.coerce.number().positive().default(30) }));
/** ms between two submissions. */
const interval = 50;
const minute = 60_000;

const logger = createLogger('bench', 'silent');
const dist = fileURLToPath(new URL('..', import.meta.url));
const [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
const env = { REDIS_URL: redis.url, MONGODB_URI: mongo.uri, DB_NAME: mongo.dbName };
const services = ['request-service', 'note-service', 'note-subscriber'].map((name) =>
  spawnService(dist, `testing/${name}.fixture.js`, env),
);
await Promise.all(services.map((service) => service.ready()));
const keys = new Redis(redis.url);
const rpc = new RpcClient({ redisUrl: redis.url, logger });
const submissions = new SubmissionClient({ redisUrl: redis.url, logger });

let sent = 0;
let failed = 0;
const load = setInterval(() => {
  sent += 1;
  const idempotencyKey = randomUUID();
  const note = { title: 'A note of a usual length. '.repeat(4), slug: idempotencyKey };
  const calls = [
    submissions.submit(storedNotes.submit, note, { requestId: 'bench', idempotencyKey }),
    rpc.call(notes.work, { value: 'x' }, { requestId: 'bench' }),
  ];
  for (const call of calls)
    call.catch((error: unknown) => {
      failed += 1;
      console.error(error);
    });
}, interval);

const report = async (at: number) => {
  // The fixtures' own lists must not count as growth.
  await keys.del('runs', 'journal');
  const used = /used_memory_dataset:(\d+)/.exec(await keys.info('memory'))?.[1];
  const size = await keys.dbsize();
  console.log(
    `minute ${at}: ${(Number(used) / 1024 / 1024).toFixed(2)} MiB, ${size} keys, ${sent} sent, ${failed} failed`,
  );
};
for (let at = 1; at <= MINUTES; at++) {
  await new Promise((resolve) => setTimeout(resolve, minute));
  await report(at);
}

clearInterval(load);
await Promise.all([rpc.close(), submissions.close(), keys.quit()]);
await Promise.all(services.map((service) => service.stop()));
await Promise.all([redis.stop(), mongo.stop()]);

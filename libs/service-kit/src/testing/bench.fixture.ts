import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { createLogger } from '../logging.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { SubmissionClient } from '../submissions/submission-client.js';
import { notes, storedNotes } from './note.contract.js';
import { spawnService } from './service-process.js';
import { startMongo } from './start-mongo.js';
import { startRedis } from './start-redis.js';

// Measures request and reply and submissions between processes, each beside a bare PING of the same Redis in the same
// run, since times on a shared machine mean little by themselves. Prints medians over the runs.

const runs = 5;
const logger = createLogger('bench', 'silent');
const dist = fileURLToPath(new URL('..', import.meta.url));

interface Figures {
  p50: number;
  p99: number;
  perSecond: number;
}

/** Measures the duration of `calls` calls in ms, with `parallel` of them in flight. */
async function measure(calls: number, parallel: number, call: () => Promise<unknown>): Promise<Figures> {
  const times: number[] = [];
  let left = calls;
  const began = performance.now();
  const lane = async () => {
    while (left-- > 0) {
      const started = performance.now();
      await call();
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  const perSecond = (calls * 1_000) / (performance.now() - began);
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(calls / 2)]!, p99: times[Math.floor(calls * 0.99)]!, perSecond };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

function medians(measured: Figures[]): Figures {
  return {
    p50: median(measured.map(({ p50 }) => p50)),
    p99: median(measured.map(({ p99 }) => p99)),
    perSecond: median(measured.map(({ perSecond }) => perSecond)),
  };
}

const [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
const env = { REDIS_URL: redis.url, MONGODB_URI: mongo.uri, DB_NAME: mongo.dbName, LOG_LEVEL: 'info' };
const services = ['request-service', 'note-service'].map((name) =>
  spawnService(dist, `testing/${name}.fixture.js`, env),
);
await Promise.all(services.map((service) => service.ready()));
const bare = new Redis(redis.url);
const rpc = new RpcClient({ redisUrl: redis.url, logger });
const submissions = new SubmissionClient({ redisUrl: redis.url, logger });

const requestId = 'bench';
const ping = () => bare.ping();
const call = () => rpc.call(notes.work, { value: 'x' }, { requestId });
const submit = () =>
  submissions.submit(
    storedNotes.submit,
    { title: 'A note', slug: randomUUID() },
    { requestId, idempotencyKey: randomUUID() },
  );

const subjects: [string, () => Promise<Figures>][] = [
  ['PING, one at a time', () => measure(2_000, 1, ping)],
  ['RPC, one at a time', () => measure(1_000, 1, call)],
  ['PING, 64 at a time', () => measure(20_000, 64, ping)],
  ['RPC, 64 at a time', () => measure(6_000, 64, call)],
  ['submission, one at a time', () => measure(200, 1, submit)],
  ['submission, 16 at a time', () => measure(800, 16, submit)],
];
const measured = new Map<string, Figures[]>(subjects.map(([name]) => [name, []]));
for (const [, subject] of subjects) await subject();
for (let run = 0; run < runs; run++) for (const [name, subject] of subjects) measured.get(name)!.push(await subject());

const base = medians(measured.get('PING, one at a time')!);
for (const [name, figures] of measured) {
  const { p50, p99, perSecond } = medians(figures);
  const ratio = (p50 / base.p50).toFixed(1);
  console.log(
    `${name.padEnd(28)} p50 ${p50.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  ${Math.round(perSecond)}/s  p50 = ${ratio} PINGs`,
  );
}

await Promise.all([rpc.close(), submissions.close(), bare.quit()]);
await Promise.all(services.map((service) => service.stop()));
await Promise.all([redis.stop(), mongo.stop()]);

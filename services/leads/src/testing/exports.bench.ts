import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ExportJob, exports } from '@docfolio/contracts/entities/export';
import { openBytes } from '@docfolio/service-kit/bytes/bytes-client';
import { DownloadTickets } from '@docfolio/service-kit/bytes/download-tickets';
import { createLogger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import mongoose from 'mongoose';
import { insertSubscribers } from './subscriber-rows.js';

// Exports 200,000 subscribers (or as many as the argument says), downloads the file and measures the service's memory.
// Fails if it grows by more than 60 MB over that of the idle service. The measurement is made shortly after the start:
// a service that has run for hours has released the memory of its start, and grows less.

const rows = Number(process.argv[2] ?? 200_000);
const limit = 60;
const secret = 'a secret that is only good enough here';
const logger = createLogger('bench', 'silent');
const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/** Returns the resident memory of a process in MB. */
async function residentSize(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1_024;
}

const [redis, mongo, objects] = await Promise.all([
  startRedis(),
  startMongo(),
  mkdtemp(join(tmpdir(), 'docfolio-bench-')),
]);
async function startService() {
  const started = spawnService(fileURLToPath(new URL('..', import.meta.url)), 'main.js', {
    REDIS_URL: redis.url,
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: mongo.dbName,
    OBJECT_STORE_DIR: objects,
    BYTES_SECRET: secret,
    LINK_SECRET: secret,
  });
  await started.ready();
  return started;
}

// The first start creates the indexes.
await (await startService()).stop();
const database = await mongoose.createConnection(mongo.uri, { dbName: mongo.dbName }).asPromise();
const filling = performance.now();
await insertSubscribers(database, rows);
console.log(`${rows.toLocaleString('en')} subscribers written in ${seconds(filling)}`);
const service = await startService();

const rpc = new RpcClient({ redisUrl: redis.url, logger });
const commands = connectRedis(redis.url, 'commands', logger);
const actor = { user_id: randomUUID(), email: 'owner@example.com' };
const ask = { requestId: 'bench', actor };
const get = (id: string) => rpc.call(exports.get, { id }, ask);

/** Starts an export, waits until it is complete and downloads the file. */
async function exportOnce(): Promise<ExportJob> {
  const ordered = await rpc.call(
    exports.create,
    { list: 'blog_subscribers' },
    { ...ask, idempotencyKey: randomUUID() },
  );
  let job: ExportJob = ordered;
  while (job.status === 'waiting' || job.status === 'running') {
    await delay(200);
    job = await get(ordered.id);
  }
  if (job.status !== 'done') throw new Error(`The export is ${job.status}`);
  const { url } = await rpc.call(exports.link, { id: job.id }, ask);
  const { name } = await new DownloadTickets(commands).take(url.split('/').at(-1)!);
  const { body } = await openBytes({
    ...{ service: 'leads', url: `http://127.0.0.1:${service.bytesPort}`, secret, name, requestId: 'bench' },
    signal: new AbortController().signal,
  });
  let bytes = 0;
  for await (const chunk of body) bytes += (chunk as Buffer).length;
  if (bytes !== job.size) throw new Error(`${bytes} bytes came, ${job.size} were promised`);
  return job;
}

await delay(3_000);
const idle = await residentSize(service.pid);
let peak = idle;
let measuring = true;
const measured = (async () => {
  while (measuring) {
    peak = Math.max(peak, await residentSize(service.pid));
    await delay(50);
  }
})();
const started = performance.now();
const job = await exportOnce();
const took = seconds(started);
measuring = false;
await measured;

const growth = peak - idle;
console.log(
  `export and download of ${job.rows.toLocaleString('en')} rows: ${took}, ${(job.size! / 1e6).toFixed(1)} MB`,
);
console.log(
  `memory: idle ${idle.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, growth ${growth.toFixed(0)} MB (at most ${limit})`,
);

await Promise.all([rpc.close(), closeRedis(commands), database.close()]);
await service.stop();
await Promise.all([redis.stop(), mongo.stop(), rm(objects, { recursive: true })]);
if (growth > limit) process.exitCode = 1;

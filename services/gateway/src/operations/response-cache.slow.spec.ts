/**
 * Readers race a writer 1,500 times over HTTP and Redis.
 * @subject services/gateway/src/operations/response-cache.ts libs/edge/src/tagged-cache.ts libs/edge/src/invalidation-feed.ts libs/edge/src/ready-server.ts libs/edge/src/representations.ts
 * @everyday services/gateway/src/operations/response-cache.spec.ts
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { operation } from '@docfolio/contracts/core/operation';
import { allOperations } from '@docfolio/contracts/operations';
import { announceInvalidation } from '@docfolio/service-kit/events/cache-announcement';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { startWorld, type World } from '../testing/world.js';

// Readers race a writer over HTTP and Redis. If the cache stored fills that an invalidation has overtaken, one read in a
// few hundred would be older than a write that was acknowledged before it began.

const counter = z.object({ version: z.int() });
const base = {
  service: 'content',
  access: 'public',
  input: z.strictObject({}),
  output: counter,
  summary: 'A counter.',
} as const;
const read = operation({ ...base, method: 'GET', path: '/counter', cache: ['posts'] });
const write = operation({ ...base, method: 'POST', path: '/counter' });

const writes = 1_500;
const readers = 6;
/** Random pauses in shares of the longest one. Jest prints the seed; `--seed=N` repeats them. */
const pauses = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed: jest.getSeed(), numRuns: 10_000 });
let paused = 0;
const pause = (longest: number) => delay(pauses[paused++ % pauses.length]! * longest);

let world: World;
let keys: Redis;
const agent = new Agent({ keepAlive: true });
let stored = 0;

beforeAll(async () => {
  const operations = [
    ...allOperations(),
    { name: 'counter.read', operation: read },
    { name: 'counter.write', operation: write },
  ];
  world = await startWorld({ operations, env: { RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' } });
  keys = new Redis(world.redis.url);
  await world.startService({
    service: 'content',
    handlers: {
      'GET /counter': async () => {
        const version = stored;
        // Delays the response, so that writes happen after the version was read.
        await pause(3);
        return { version };
      },
      'POST /counter': async () => {
        const version = ++stored;
        await announceInvalidation(keys, ['posts']);
        return { version };
      },
    },
  });
});
afterAll(async () => {
  agent.destroy();
  keys.disconnect();
  await world.stop();
});

function call(method: 'GET' | 'POST'): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port: world.port, method, path: '/api/v1/counter', agent },
      (incoming) => {
        let body = '';
        incoming.setEncoding('utf8').on('error', reject);
        incoming.on('data', (chunk: string) => {
          body += chunk;
        });
        incoming.on('end', () => {
          if (incoming.statusCode === 200) resolve(counter.parse(JSON.parse(body)).version);
          else reject(new Error(body));
        });
      },
    );
    outgoing.on('error', reject).end();
  });
}

it('never returns the old response to a request sent after a write was acknowledged', async () => {
  let acknowledged = 0;
  let writing = true;
  const stale: string[] = [];
  let reads = 0;
  const reader = async () => {
    while (writing) {
      const after = acknowledged;
      const got = await call('GET');
      reads++;
      if (got < after) stale.push(`${got} after ${after}`);
    }
  };
  const writer = async () => {
    for (let count = 0; count < writes; count++) {
      acknowledged = await call('POST');
      await pause(4);
    }
    writing = false;
  };
  await Promise.all([writer(), ...Array.from({ length: readers }, reader)]);
  expect(stale.slice(0, 5)).toEqual([]);
  expect(reads).toBeGreaterThan(2 * writes);
  expect(await call('GET')).toBe(writes);
}, 300_000);

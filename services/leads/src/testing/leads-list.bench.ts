import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { leadListQuery, leads } from '@docfolio/contracts/entities/lead';
import type { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { createLogger } from '@docfolio/service-kit/logging';
import { RpcClient } from '@docfolio/service-kit/rpc/rpc-client';
import { readPlans } from '@docfolio/service-kit/testing/read-plans';
import { spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import mongoose from 'mongoose';
import { personOf, randomOf } from '../demo/bulk-people.js';
import { LeadsRepository, leadSchema } from '../people/leads/leads.repository.js';

// Server time of the leads list over the wire (request and reply by Redis, validated on both sides), on databases of
// 1,000 and of 100,000 leads as `npm run docfolio -- seed` makes them, in turns. Medians of the rounds' p50 and p99, in ms, and the
// indexes that `explain` reports for 100,000.

const sizes = [1_000, 100_000] as const;
const rounds = Number(process.argv[2] ?? 5);
const calls = 200;
const screens = 50;
const dist = fileURLToPath(new URL('..', import.meta.url));
const logger = createLogger('bench', 'silent');

type Query = CallInput<typeof leads.list>;

/** Email address that only one lead has. */
const rare = personOf(randomOf('leads person 500'), '500').email;
const cases: Record<string, Query> = {
  plain: {},
  'status qualified': { status: 'qualified' },
  'source services': { source: 'services' },
  'status and source': { status: 'qualified', source: 'services' },
  'flagged as spam': { spam: 'only' },
  'by name': { sort: 'name' },
  'search, rare': { search: rare },
  'search, common (7 %)': { search: 'studio' },
  'search, common (1 %)': { search: 'okafor' },
  'search, common (all)': { search: 'example' },
  'search, two letters': { search: 'ma' },
  'search, absent': { search: 'zzyzx' },
  'search in a status': { search: 'studio', status: 'qualified' },
};

interface Figures {
  p50: number;
  p99: number;
}

/** Starts a database with `size` leads and a leads service that uses it. */
async function world(size: number) {
  const [redis, mongo] = await Promise.all([startRedis(), startMongo()]);
  const env = {
    PATH: '',
    REDIS_URL: redis.url,
    MONGODB_URI: mongo.uri,
    MONGODB_DATABASE: mongo.dbName,
    OBJECT_STORE_DIR: dist,
    BYTES_SECRET: randomUUID(),
    LINK_SECRET: randomUUID(),
  };
  const began = performance.now();
  await promisify(execFile)(process.execPath, [`${dist}/bulk-seed.js`, '--leads', String(size)], { env });
  console.log(`${size} leads seeded in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  const booting = performance.now();
  const service = spawnService(dist, 'main.js', env);
  await service.ready();
  const rpc = new RpcClient({ redisUrl: redis.url, logger });
  const ready = performance.now();
  const list = (query: Query) =>
    rpc.call(leads.list, query, { requestId: 'bench', actor: { user_id: randomUUID(), email: 'owner@example.com' } });
  await list({});
  const first = performance.now() - ready;
  console.log(`  its service is ready after ${(ready - booting).toFixed(0)} ms, first list ${first.toFixed(0)} ms`);
  return {
    size,
    list,
    plansOf: async (query: Query) => {
      const connection = await mongoose
        .createConnection(mongo.uri, {
          dbName: mongo.dbName,
          autoIndex: false,
          autoCreate: false,
          monitorCommands: true,
        })
        .asPromise();
      const model = connection.model('leads', leadSchema, 'leads');
      const repository = new LeadsRepository(model as never, {} as OutboxPublisher);
      const plans = await readPlans(connection, () => repository.listLeads(leadListQuery.parse(query)));
      await connection.close();
      return plans;
    },
    stop: async () => {
      await rpc.close();
      await service.stop();
      await Promise.all([redis.stop(), mongo.stop()]);
    },
  };
}

type World = Awaited<ReturnType<typeof world>>;

/** Returns the query of page `wanted` of a list, or of the last page if the list is shorter. */
async function screenOf({ list }: World, query: Query, wanted: number) {
  let after: string | null = null;
  let screen = 1;
  for (; screen < wanted; screen++) {
    const { next } = await list({ ...query, ...(after && { after }) });
    if (!next) break;
    after = next;
  }
  return { screen, query: { ...query, ...(after && { after }) } };
}

/** Measures all queries, alternating between the databases, so that other load affects all results alike. */
async function measure(worlds: World[], queries: Query[]): Promise<Figures[]> {
  const times: number[][] = worlds.map(() => []);
  for (let call = 0; call < calls; call++)
    for (const [at, { list }] of worlds.entries()) {
      const began = performance.now();
      await list(queries[at]!);
      times[at]!.push(performance.now() - began);
    }
  return times.map((all) => {
    all.sort((a, b) => a - b);
    return { p50: all[calls / 2]!, p99: all[Math.floor(calls * 0.99)]! };
  });
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const medians = (measured: Figures[]): Figures => ({
  p50: median(measured.map(({ p50 }) => p50)),
  p99: median(measured.map(({ p99 }) => p99)),
});

async function compare(worlds: World[], name: string, query: Query, wanted: number): Promise<void> {
  const asked = await Promise.all(worlds.map((each) => screenOf(each, query, wanted)));
  if (wanted > 1 && asked.every(({ screen }) => screen === 1)) return;
  const measured: Figures[][] = [];
  for (let round = -1; round < rounds; round++) {
    const figures = await measure(
      worlds,
      asked.map(({ query: screen }) => screen),
    );
    // The first round warms up.
    if (round >= 0) measured.push(figures);
  }
  const [small, large] = worlds.map((_, at) => medians(measured.map((round) => round[at]!))) as [Figures, Figures];
  const [ofSmall, ofLarge] = asked.map(({ screen }) => screen);
  const { total, total_exact } = await worlds.at(-1)!.list(query);
  const plans = await worlds.at(-1)!.plansOf(asked.at(-1)!.query);
  const used = [...new Set(plans.map(({ command, index }) => `${command}: ${index ?? 'none'}`))];
  const cells = [small.p50, small.p99, large.p50, large.p99].map((ms) => ms.toFixed(1).padStart(7));
  const ratios = [large.p50 / small.p50, large.p99 / small.p99].map((ratio) => `${ratio.toFixed(1)}x`.padStart(6));
  console.log(
    [
      name.padEnd(22),
      (ofSmall === ofLarge ? `${ofLarge}` : `${ofSmall}, ${ofLarge}`).padStart(6),
      `${total}${total_exact ? '' : '+'}`.padStart(7),
      ...cells,
      ...ratios,
      ` ${used.join(', ')}`,
    ].join(' '),
  );
}

const worlds: World[] = [];
try {
  for (const size of sizes) worlds.push(await world(size));
  const heads = ['1,000', 'p99', '100,000', 'p99'].map((head) => head.padStart(7));
  console.log(`\n${'list'.padEnd(22)} screen   total ${heads.join(' ')}  p50    p99    indexes`);
  for (const [name, query] of Object.entries(cases))
    for (const wanted of [1, screens]) await compare(worlds, name, query, wanted);
} finally {
  for (const each of worlds) await each.stop();
}

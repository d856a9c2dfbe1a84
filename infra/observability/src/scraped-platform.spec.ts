import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Platform, startPlatform } from '@docfolio/local/platform';
import { parseExposition, seriesValue } from '@docfolio/process/testing/exposition';
import { Redis } from 'ioredis';
import { dashboardExpressions, namesIn, readRules } from './files.js';
import { internalPorts } from './internal-ports.js';

// Scrapes the six processes of a running platform.

const names = ['web', 'gateway', 'leads', 'content', 'media', 'notifications'] as const;
type Name = (typeof names)[number];
let ports: Record<Name, number>;
const visitor = {
  name: 'Zenobia Quux',
  email: 'zenobia.quux@private.example',
  message: 'What does it cost?',
  source: 'contact',
};
let dataDir: string;
let platform: Platform;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'docfolio-metrics-'));
  platform = await startPlatform({ dataDir, env: { METRICS: 'on' } });
  ports = internalPorts(dataDir, names);
}, 120_000);
afterAll(async () => {
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

async function scrape(name: Name): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${ports[name]}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

const scrapeAll = async () => Promise.all(names.map(scrape));

async function until<T>(read: () => Promise<T | undefined>, isDone: (value: T | undefined) => boolean): Promise<T> {
  const end = performance.now() + 20_000;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value as T;
    if (performance.now() > end) throw new Error(`still ${String(value)} after 20 s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Returns the names of all series that a process can export, also of those without a value yet. */
function exportedNames(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

const send = (path: string, method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    // Not `fetch`, which would normalise the path.
    const { hostname, port } = new URL(platform.url);
    const sent = request({ hostname, port, path, method }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end();
  });

const sendForm = () =>
  fetch(`${platform.url}/api/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(visitor),
  });

describe('names in rules and dashboards', () => {
  it('are those of series that the processes export, or of recording rules', async () => {
    const recorded = readRules().flatMap(({ record }) => record ?? []);
    const exported = new Set([...(await scrapeAll()).flatMap(exportedNames), ...recorded]);
    const expressions = [...readRules().map(({ expr }) => expr), ...dashboardExpressions()];
    const used = [...new Set(expressions.flatMap(namesIn))];
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter((name) => !exported.has(name))).toEqual([]);
  });

  it('include every metric: what nobody looks at is not collected', async () => {
    const used = new Set(
      [...readRules().map(({ expr }) => expr), ...dashboardExpressions()].flatMap(namesIn).map(baseName),
    );
    const exported = new Set((await scrapeAll()).flatMap(exportedNames).map(baseName));
    expect([...exported].filter((name) => !used.has(name))).toEqual(['docfolio_backup_last_bytes']);
  });

  const baseName = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
});

describe('the metrics of running processes', () => {
  it('count what happens: pages, cache hits, forms, operations, emails, leads', async () => {
    const page = { operation: 'page /contact', status: '2xx' };
    const before = seriesValue(await scrape('web'), 'docfolio_http_request_duration_seconds_count', page) ?? 0;
    for (let visit = 0; visit < 3; visit += 1) expect(await send('/contact')).toBe(200);
    const web = await scrape('web');
    expect(seriesValue(web, 'docfolio_http_request_duration_seconds_count', page)).toBe(before + 3);
    expect(seriesValue(web, 'docfolio_render_duration_seconds_count', { remote: 'site', outcome: 'rendered' })).toBe(1);
    expect(seriesValue(web, 'docfolio_cache_requests_total', { cache: 'pages', result: 'hit' })).toBeGreaterThan(0);

    expect((await sendForm()).status).toBe(201);
    const gateway = await scrape('gateway');
    const form = { operation: 'POST /leads', outcome: 'direct' };
    expect(seriesValue(gateway, 'docfolio_submissions_total', form)).toBe(1);
    expect(
      seriesValue(gateway, 'docfolio_http_request_duration_seconds_count', { operation: 'POST /api/v1/leads' }),
    ).toBe(1);
    expect(seriesValue(gateway, 'docfolio_rpc_client_duration_seconds_count', { target: 'leads', outcome: 'ok' })).toBe(
      1,
    );
    const leads = await scrape('leads');
    expect(
      seriesValue(leads, 'docfolio_operation_duration_seconds_count', { operation: 'POST /leads', outcome: 'ok' }),
    ).toBe(1);
    expect(seriesValue(leads, 'docfolio_rpc_queue_wait_seconds_count')).toBeGreaterThan(0);
    const sent = { kind: 'lead_acknowledgement', outcome: 'sent' };
    await until(
      async () => seriesValue(await scrape('notifications'), 'docfolio_mails_total', sent),
      (value) => value === 1,
    );
  });

  it('contain nothing of what visitors send', async () => {
    expect((await sendForm()).status).toBe(201);
    await send(`/contact?email=${visitor.email}`);
    const all = (await scrapeAll()).join('\n');
    for (const personal of ['Zenobia', 'quux', 'private.example']) expect(all).not.toContain(personal);
    // Nor ids, of records or requests.
    expect(all).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('grow by no series for paths, methods and operations that clients invent', async () => {
    const hostile = (id: string) =>
      Promise.all([
        ...[`/${id}`, `/blog/${id}`, `/admin/${id}`, `/api/v1/${id}`, `/api/v1/posts/${id}`, `/images/${id}.png`].map(
          (path) => send(path),
        ),
        ...[`/assets/${id}.js`, `/remotes/${id}/x/y.js`, `/%E0%A4%A`, `/api/v1/posts?search=${id}`].map((path) =>
          send(path),
        ),
        send(`/${id}`, 'DELETE'),
        send(`/api/v1/${id}`, 'PATCH'),
      ]);
    /** Series without labels whose values are a fixed set. */
    const bounded = async () =>
      (await Promise.all([scrape('web'), scrape('gateway')]))
        .flatMap(parseExposition)
        .map(({ name, labels: { le: _le, status: _status, outcome: _outcome, ...labels } }) => ({ name, labels }))
        .map((series) => JSON.stringify(series));
    // The web process fetches this list by itself, soon after its start.
    const remotes = { operation: 'GET /api/v1/remotes' };
    await until(
      async () => seriesValue(await scrape('gateway'), 'docfolio_http_request_duration_seconds_count', remotes),
      (requests) => requests !== undefined,
    );
    // One of each kind, which may be the first; a cached response may come from either process.
    for (let round = 0; round < 3; round += 1) await hostile('same');
    const before = new Set(await bounded());
    for (let round = 0; round < 10; round += 1) await hostile(randomUUID());
    expect((await bounded()).filter((series) => !before.has(series))).toEqual([]);
  });

  it('say when the last backup was made, and that one failed', async () => {
    const redis = new Redis(platform.connection.REDIS_URL ?? '');
    try {
      const started = '2026-11-24T03:00:00.000Z';
      expect(seriesValue(await scrape('gateway'), 'docfolio_backup_last_success_timestamp_seconds')).toBeUndefined();
      const last = { id: 'b1', started_at: started, finished_at: '2026-11-24T03:01:30.000Z', bytes: 5, records: 7 };
      await redis.set('docfolio:backup:last', JSON.stringify(last));
      await redis.set('docfolio:backup:failure', JSON.stringify({ at: started, message: 'no space' }));
      const value = await until(
        async () => seriesValue(await scrape('gateway'), 'docfolio_backup_last_success_timestamp_seconds'),
        (read) => read !== undefined,
      );
      expect(value).toBe(Date.parse(started) / 1_000);
      const gateway = await scrape('gateway');
      expect(seriesValue(gateway, 'docfolio_backup_last_duration_seconds')).toBe(90);
      expect(seriesValue(gateway, 'docfolio_backup_failed')).toBe(1);
    } finally {
      redis.disconnect();
    }
  });

  it('count a form as accepted when its service does not respond, and its job when that is done', async () => {
    const done = async () =>
      seriesValue(await scrape('leads'), 'docfolio_job_duration_seconds_count', { queue: 'submissions-leads' });
    expect(await done()).toBeUndefined();
    platform.kill('leads', 'SIGSTOP');
    try {
      expect((await sendForm()).status).toBe(202);
      const accepted = { operation: 'POST /leads', outcome: 'accepted' };
      expect(seriesValue(await scrape('gateway'), 'docfolio_submissions_total', accepted)).toBe(1);
    } finally {
      platform.kill('leads', 'SIGCONT');
    }
    await until(done, (jobs) => jobs === 1);
    await platform.waitReady();
  });

  it.each([
    ['mongo', 'leads', 'outbox'],
    ['redis', 'notifications', 'queues'],
  ] as const)(
    'arrive in time while %s hangs, without its values and with the reason',
    async (store, name, collector) => {
      const values = collector === 'outbox' ? 'docfolio_outbox_entries' : 'docfolio_queue_jobs';
      expect(seriesValue(await scrape(name), values)).toBeDefined();
      platform.kill(store, 'SIGSTOP');
      try {
        // Values of the last seconds are served again, without a read.
        await until(
          async () => {
            const began = performance.now();
            const up = seriesValue(await scrape(name), 'docfolio_collector_up', { collector });
            expect(performance.now() - began).toBeLessThan(5_000);
            return up;
          },
          (up) => up === 0,
        );
        expect(seriesValue(await scrape(name), values)).toBeUndefined();
        const dependency = store === 'mongo' ? 'mongodb' : 'redis';
        expect(seriesValue(await scrape(name), 'docfolio_dependency_up', { dependency })).toBe(0);
      } finally {
        platform.kill(store, 'SIGCONT');
      }
      await until(
        async () => seriesValue(await scrape(name), 'docfolio_collector_up', { collector }),
        (up) => up === 1,
      );
    },
    60_000,
  );
});

/**
 * Scrapes the metrics of the six processes of a running platform, at first undisturbed, because they count from 0, then while a
 * service, the database and Redis are suspended.
 * @subject libs/process/src/metrics libs/service-kit/src/metrics services/gateway/src/metrics infra/observability
 * @everyday libs/process/src/metrics/metrics.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { parseExposition, seriesValue } from '@docfolio/process/testing/exposition';
import { Redis } from 'ioredis';
import { dashboardExpressions, namesIn, readRules } from './files.js';
import { internalPorts } from './internal-ports.js';
import { observePlatform, until, visitor } from './testing/observed-platform.js';

const names = ['web', 'gateway', 'leads', 'content', 'media', 'notifications'] as const;
type Name = (typeof names)[number];
let ports: Record<Name, number>;
const observed = observePlatform(() => ({ METRICS: 'on' }));
beforeAll(() => {
  ports = internalPorts(observed.dataDir, names);
});

async function scrape(name: Name): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${ports[name]}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

const scrapeAll = async () => Promise.all(names.map(scrape));

/** Returns the names of all series that a process can export, also of those without a value yet. */
function exportedNames(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

const send = (path: string, method = 'GET') =>
  new Promise<number>((resolve, reject) => {
    // Not `fetch`, which would normalise the path.
    const { hostname, port } = new URL(observed.platform.url);
    const sent = request({ hostname, port, path, method }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end();
  });

const sendForm = () =>
  fetch(`${observed.platform.url}/api/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ ...visitor, source: 'contact' }),
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
    await until('a sent email', async () => {
      const emails = seriesValue(await scrape('notifications'), 'docfolio_mails_total', sent);
      return emails === 1 ? emails : undefined;
    });
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
        .map(({ name, labels: { le: _le, status: _status, outcome: _outcome, result: _result, ...labels } }) => ({
          name,
          labels,
        }))
        .map((series) => JSON.stringify(series));
    // The web process fetches this list by itself, soon after its start.
    const remotes = { operation: 'GET /api/v1/remotes' };
    await until('the list of remotes', async () =>
      seriesValue(await scrape('gateway'), 'docfolio_http_request_duration_seconds_count', remotes),
    );
    // One of each kind, which may be the first; a cached response may come from either process.
    for (let round = 0; round < 3; round += 1) await hostile('same');
    const before = new Set(await bounded());
    for (let round = 0; round < 10; round += 1) await hostile(randomUUID());
    expect((await bounded()).filter((series) => !before.has(series))).toEqual([]);
  });

  it('say when the last backup was made, and that one failed', async () => {
    const redis = new Redis(observed.platform.connection.REDIS_URL ?? '');
    try {
      const started = '2026-11-24T03:00:00.000Z';
      expect(seriesValue(await scrape('gateway'), 'docfolio_backup_last_success_timestamp_seconds')).toBeUndefined();
      const last = { id: 'b1', started_at: started, finished_at: '2026-11-24T03:01:30.000Z', bytes: 5, records: 7 };
      await redis.set('docfolio:backup:last', JSON.stringify(last));
      await redis.set('docfolio:backup:failure', JSON.stringify({ at: started, message: 'no space' }));
      const value = await until('the time of the backup', async () =>
        seriesValue(await scrape('gateway'), 'docfolio_backup_last_success_timestamp_seconds'),
      );
      expect(value).toBe(Date.parse(started) / 1_000);
      const gateway = await scrape('gateway');
      expect(seriesValue(gateway, 'docfolio_backup_last_duration_seconds')).toBe(90);
      expect(seriesValue(gateway, 'docfolio_backup_failed')).toBe(1);
    } finally {
      redis.disconnect();
    }
  });
});

describe('the metrics while a service or a store hangs', () => {
  it('count a form as accepted when its service does not respond, and its job when that is done', async () => {
    const done = async () =>
      seriesValue(await scrape('leads'), 'docfolio_job_duration_seconds_count', { queue: 'submissions-leads' });
    expect(await done()).toBeUndefined();
    observed.platform.kill('leads', 'SIGSTOP');
    try {
      expect((await sendForm()).status).toBe(202);
      const accepted = { operation: 'POST /leads', outcome: 'accepted' };
      expect(seriesValue(await scrape('gateway'), 'docfolio_submissions_total', accepted)).toBe(1);
    } finally {
      observed.platform.kill('leads', 'SIGCONT');
    }
    await until('the job', async () => ((await done()) === 1 ? true : undefined));
    await observed.platform.waitReady();
  });

  it.each([
    ['mongo', 'leads', 'outbox'],
    ['redis', 'notifications', 'queues'],
  ] as const)('arrive while %s hangs, without its values and with the reason', async (store, name, collector) => {
    const values = collector === 'outbox' ? 'docfolio_outbox_entries' : 'docfolio_queue_jobs';
    expect(seriesValue(await scrape(name), values)).toBeDefined();
    observed.platform.kill(store, 'SIGSTOP');
    try {
      // Values of the last seconds are served again, without a read.
      await collected(name, collector, 0);
      expect(seriesValue(await scrape(name), values)).toBeUndefined();
      const dependency = store === 'mongo' ? 'mongodb' : 'redis';
      expect(seriesValue(await scrape(name), 'docfolio_dependency_up', { dependency })).toBe(0);
    } finally {
      observed.platform.kill(store, 'SIGCONT');
    }
    await collected(name, collector, 1);
  });

  /** Waits until a process says that the values of a collector are (1) or are not (0) served. */
  const collected = (name: Name, collector: string, up: 0 | 1) =>
    until(`${collector}: ${up}`, async () =>
      seriesValue(await scrape(name), 'docfolio_collector_up', { collector }) === up ? true : undefined,
    );
});

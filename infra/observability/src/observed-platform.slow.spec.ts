/**
 * Reads the metrics and traces of the six processes of a running platform. The metrics come first, because they count from 0.
 * @subject libs/process/src/metrics libs/process/src/tracing infra/observability
 * @everyday libs/process/src/metrics/metrics.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '@docfolio/local/platform';
import { startTestPlatform } from '@docfolio/local/testing/test-platform';
import { parseExposition, seriesValue } from '@docfolio/process/testing/exposition';
import { type CollectedSpan, type OtlpCollector, startCollector } from '@docfolio/process/testing/otlp-collector';
import { Redis } from 'ioredis';
import { dashboardExpressions, namesIn, readRules } from './files.js';
import { internalPorts } from './internal-ports.js';

const names = ['web', 'gateway', 'leads', 'content', 'media', 'notifications'] as const;
type Name = (typeof names)[number];
let ports: Record<Name, number>;
const visitor = { name: 'Zenobia Quux', email: 'zenobia.quux@private.example', message: 'What does it cost?' };
let collector: OtlpCollector;
let dataDir: string;
let platform: Platform;

beforeAll(async () => {
  collector = await startCollector();
  dataDir = mkdtempSync(join(tmpdir(), 'docfolio-observed-'));
  const env = { METRICS: 'on', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' };
  platform = await startTestPlatform({ dataDir, env });
  ports = internalPorts(dataDir, names);
});
afterAll(async () => {
  await platform?.stop();
  await collector.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function until<T>(what: string, read: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + 60_000;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`${what}: not after 60 s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('metrics', () => {
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
      expect(seriesValue(web, 'docfolio_render_duration_seconds_count', { remote: 'site', outcome: 'rendered' })).toBe(
        1,
      );
      expect(seriesValue(web, 'docfolio_cache_requests_total', { cache: 'pages', result: 'hit' })).toBeGreaterThan(0);

      expect((await sendForm()).status).toBe(201);
      const gateway = await scrape('gateway');
      const form = { operation: 'POST /leads', outcome: 'direct' };
      expect(seriesValue(gateway, 'docfolio_submissions_total', form)).toBe(1);
      expect(
        seriesValue(gateway, 'docfolio_http_request_duration_seconds_count', { operation: 'POST /api/v1/leads' }),
      ).toBe(1);
      expect(
        seriesValue(gateway, 'docfolio_rpc_client_duration_seconds_count', { target: 'leads', outcome: 'ok' }),
      ).toBe(1);
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
      const redis = new Redis(platform.connection.REDIS_URL ?? '');
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
});

describe('traces', () => {
  /** Parts of what the visitor enters, as they could also be in a URL or in another case. */
  const personal = /zenobia|quux|private\.example|does it cost/i;

  /** Returns how many emails name the sender of a form. */
  const mailsOf = (subject: string): number => {
    const folder = join(dataDir, 'mail');
    // The folder appears with the first email.
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
    return files.filter((name) => readFileSync(join(folder, name), 'utf8').includes(`${subject}.${visitor.email}`))
      .length;
  };

  /** Posts the contact form as a browser without scripts does. */
  const postForm = (subject: string, headers: Record<string, string> = {}) =>
    fetch(`${platform.url}/contact`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: platform.url, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      // One address gets three acknowledgements a day.
      body: new URLSearchParams({ ...visitor, email: `${subject}.${visitor.email}` }),
    });

  const named = (service: string, name: string | RegExp) => (span: CollectedSpan) =>
    span.service === service && (typeof name === 'string' ? span.name === name : name.test(span.name));

  const find = (service: string, name: string | RegExp, isWanted: (span: CollectedSpan) => boolean = () => true) =>
    until(`${service}: ${name}`, () => collector.spans.find((span) => named(service, name)(span) && isWanted(span)));

  /** Returns the names of a span's ancestors in its trace, its own last: `web POST page /contact`. */
  function pathOf(span: CollectedSpan): string[] {
    const parent = collector.spans.find(
      ({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId,
    );
    if (span.parentSpanId !== undefined && !parent) throw new Error(`the parent of ${span.name} is missing`);
    return [...(parent ? pathOf(parent) : []), `${span.service} ${span.name}`];
  }

  /** Returns the lines of a process's log. */
  function linesOf(name: string): Record<string, unknown>[] {
    return readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
  }

  describe('a contact form', () => {
    it('is one trace from the page to the database, and linked traces from its event to both mails', async () => {
      expect((await postForm('one')).status).toBe(303);
      await until('both mails', () => (mailsOf('one') === 2 ? true : undefined));

      const root = await find('web', 'POST page /contact');
      expect(root.parentSpanId).toBeUndefined();
      const inTrace = ({ traceId }: CollectedSpan) => traceId === root.traceId;
      const insert = await find('leads', 'insert leads', inTrace);
      await find('gateway', 'POST /api/v1/leads', inTrace);
      await find('gateway', 'call POST /leads', inTrace);
      expect(pathOf(insert)).toEqual([
        'web POST page /contact',
        'web submit form',
        'gateway POST /api/v1/leads',
        'gateway submit POST /leads',
        'gateway call POST /leads',
        'leads operation POST /leads',
        'leads insert leads',
      ]);
      const operation = await find('leads', 'operation POST /leads', inTrace);
      expect(operation.attributes['docfolio.queue_wait_ms']).toBeGreaterThanOrEqual(0);
      expect(insert.attributes).toEqual({
        'db.system.name': 'mongodb',
        'db.collection.name': 'leads',
        'db.operation.name': 'insert',
      });

      const event = await find('notifications', 'event lead.created', ({ links }) => links.some(inTrace as never));
      expect(event.links).toEqual([{ traceId: root.traceId, spanId: operation.spanId }]);
      const sent = await until('spans of both mails', () => {
        const found = collector.spans.filter(
          (span) => named('notifications', 'send mail')(span) && isPartOf(span, event),
        );
        return found.length === 2 ? found : undefined;
      });
      expect(sent.map(({ attributes }) => attributes['docfolio.mail_kind']).sort()).toEqual([
        'lead_acknowledgement',
        'lead_owner',
      ]);
    });

    const isPartOf = (span: CollectedSpan, event: CollectedSpan) => span.traceId === event.traceId;

    it('has a trace whose id the log lines of all processes carry', async () => {
      await postForm('two');
      const { attributes, traceId } = await until('its trace', () =>
        collector.spans.findLast(named('web', 'POST page /contact')),
      );
      expect(String(attributes.request_id).replaceAll('-', '')).toBe(traceId);
      for (const name of ['web', 'gateway', 'leads']) {
        const line = await until(`a line of ${name}`, () => linesOf(name).find(({ trace_id }) => trace_id === traceId));
        expect(line.request_id ?? line.reqId).toBe(attributes.request_id);
      }
    });

    it('is not put into a trace that its sender chooses', async () => {
      const foreign = 'f'.repeat(32);
      await postForm('three', { traceparent: `00-${foreign}-${'e'.repeat(16)}-01`, 'x-request-id': 'mine' });
      await fetch(`${platform.url}/api/v1/posts?search=three`, {
        headers: { traceparent: `00-${foreign}-${'e'.repeat(16)}-01` },
      });
      await find('content', /^operation GET \/posts/);
      await until('the form', () =>
        collector.spans.filter(named('web', 'POST page /contact')).length >= 3 ? true : undefined,
      );
      expect(collector.spans.filter(({ traceId, links }) => traceId === foreign || links.length > 1)).toEqual([]);
    });
  });

  it('a page is one trace from web to the service that its content comes from', async () => {
    expect((await fetch(`${platform.url}/blog`)).status).toBe(200);
    const root = await find('web', 'GET page /blog');
    const inTrace = ({ traceId }: CollectedSpan) => traceId === root.traceId;
    const rendering = await find('web', 'render blog', inTrace);
    expect(rendering).toMatchObject({ parentSpanId: root.spanId, attributes: { 'docfolio.outcome': 'rendered' } });
    const operation = await find('content', 'operation GET /posts', inTrace);
    expect(pathOf(operation).slice(0, 3)).toEqual([
      'web GET page /blog',
      'web render blog',
      'gateway GET /api/v1/posts',
    ]);
  });

  it('the request id of a problem leads to its trace', async () => {
    const response = await fetch(`${platform.url}/api/v1/posts/nothing-of-this-name`);
    expect(response.status).toBe(404);
    const { request_id } = (await response.json()) as { request_id: string };
    const span = await find(
      'gateway',
      /^GET \/api\/v1\/posts/,
      ({ attributes }) => attributes.request_id === request_id,
    );
    expect(span.traceId).toBe(request_id.replaceAll('-', ''));
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 404, 'docfolio.problem': 'not_found' });
  });

  it('spans contain nothing of what visitors send, and no path or query of theirs', async () => {
    await fetch(`${platform.url}/api/v1/posts?search=${visitor.email}`);
    await fetch(`${platform.url}/${visitor.email}`);
    await find('web', 'GET none');
    expect(collector.spans.length).toBeGreaterThan(20);
    for (const { service, name, attributes } of collector.spans)
      expect(JSON.stringify([service, name, attributes])).not.toMatch(personal);
  });
});

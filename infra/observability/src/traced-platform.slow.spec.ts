/**
 * Collects the traces of the processes of a running platform, at last while the collector is closed.
 * @subject libs/process/src/tracing libs/service-kit/src/mongo/query-spans.ts infra/observability
 * @everyday libs/process/src/tracing/tracing.spec.ts
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CollectedSpan, type OtlpCollector, startCollector } from '@docfolio/process/testing/otlp-collector';
import { observePlatform, until, visitor } from './testing/observed-platform.js';

let collector: OtlpCollector;
beforeAll(async () => {
  collector = await startCollector();
});
const observed = observePlatform(() => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER_ARG: '1',
}));
afterAll(() => collector.close());

/** Parts of what the visitor enters, as they could also be in a URL or in another case. */
const personal = /zenobia|quux|private\.example|does it cost/i;

/** Returns how many emails name the sender of a form. */
const mailsOf = (subject: string): number => {
  const folder = join(observed.dataDir, 'mail');
  // The folder appears with the first email.
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return files.filter((name) => readFileSync(join(folder, name), 'utf8').includes(`${subject}.${visitor.email}`))
    .length;
};

/** Posts the contact form as a browser without scripts does. */
const postForm = (subject: string, headers: Record<string, string> = {}) =>
  fetch(`${observed.platform.url}/contact`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: observed.platform.url, 'content-type': 'application/x-www-form-urlencoded', ...headers },
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
  return readFileSync(join(observed.dataDir, 'logs', `${name}.log`), 'utf8')
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
    await fetch(`${observed.platform.url}/api/v1/posts?search=three`, {
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
  expect((await fetch(`${observed.platform.url}/blog`)).status).toBe(200);
  const root = await find('web', 'GET page /blog');
  const inTrace = ({ traceId }: CollectedSpan) => traceId === root.traceId;
  const rendering = await find('web', 'render blog', inTrace);
  expect(rendering).toMatchObject({ parentSpanId: root.spanId, attributes: { 'docfolio.outcome': 'rendered' } });
  const operation = await find('content', 'operation GET /posts', inTrace);
  expect(pathOf(operation).slice(0, 3)).toEqual(['web GET page /blog', 'web render blog', 'gateway GET /api/v1/posts']);
});

it('the request id of a problem leads to its trace', async () => {
  const response = await fetch(`${observed.platform.url}/api/v1/posts/nothing-of-this-name`);
  expect(response.status).toBe(404);
  const { request_id } = (await response.json()) as { request_id: string };
  const span = await find('gateway', /^GET \/api\/v1\/posts/, ({ attributes }) => attributes.request_id === request_id);
  expect(span.traceId).toBe(request_id.replaceAll('-', ''));
  expect(span.attributes).toMatchObject({ 'http.response.status_code': 404, 'docfolio.problem': 'not_found' });
});

it('spans contain nothing of what visitors send, and no path or query of theirs', async () => {
  await fetch(`${observed.platform.url}/api/v1/posts?search=${visitor.email}`);
  await fetch(`${observed.platform.url}/${visitor.email}`);
  await find('web', 'GET none');
  expect(collector.spans.length).toBeGreaterThan(20);
  for (const { service, name, attributes } of collector.spans)
    expect(JSON.stringify([service, name, attributes])).not.toMatch(personal);
});

it('forms are stored and answered while the collector is down, and one line says that spans are lost', async () => {
  await collector.close();
  expect((await postForm('four')).status).toBe(303);
  await until('both mails', () => (mailsOf('four') === 2 ? true : undefined));
  const warning = (name: string) => linesOf(name).filter(({ msg }) => msg === 'spans not exported');
  await until('a warning', () => (warning('leads').length > 0 ? true : undefined));
  await postForm('five');
  expect(warning('leads')).toHaveLength(1);
});

import { endRequestSpan, startRequestSpan, traceCacheHit } from './request-spans.js';
import type { FinishedSpan } from './span.js';
import { formatTraceparent } from './traceparent.js';
import { activeTraceId, activeTraceparent, bindTracer, inSpan, startSpan, unbindTracer } from './tracer.js';

let recorded: FinishedSpan[];
const bind = (share: number) => bindTracer({ share, record: (span) => recorded.push(span) });
const origin = (isSampled: boolean) =>
  formatTraceparent({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled });

beforeEach(() => {
  recorded = [];
});
afterEach(() => unbindTracer());

describe('spans without a recorder', () => {
  it('run their work, and nothing is in a trace', async () => {
    const seen = await inSpan('job tea', { kind: 'consumer', parent: origin(true) }, async (span) => {
      span.set({ cups: 2 });
      return [span.context, activeTraceId(), activeTraceparent()];
    });
    expect(seen).toEqual([undefined, undefined, undefined]);
  });
});

describe('the sampling decision', () => {
  it('of a new trace follows the share', async () => {
    bind(0);
    await inSpan('job tea', { kind: 'consumer' }, async () => undefined);
    expect(recorded).toHaveLength(0);
    bind(1);
    await inSpan('job tea', { kind: 'consumer' }, async () => undefined);
    expect(recorded).toHaveLength(1);
  });

  it.each([
    ['parent', true],
    ['parent', false],
    ['link', true],
    ['link', false],
  ] as const)('is that of the %s: %s', async (relation, isSampled) => {
    bind(isSampled ? 0 : 1);
    await inSpan('job tea', { kind: 'consumer', [relation]: origin(isSampled) }, async () => undefined);
    expect(recorded).toHaveLength(isSampled ? 1 : 0);
  });

  it('of an unrecorded trace goes to other processes with its id', async () => {
    bind(0);
    const options = { kind: 'server', parent: origin(false) } as const;
    const sent = await inSpan('operation', options, () => inSpan('call', {}, async () => activeTraceparent()));
    expect(sent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-00$`));
  });
});

describe('a span', () => {
  beforeEach(() => bind(1));

  it('has a parent in the trace of its caller, or begins a trace with a link', async () => {
    await inSpan('operation', { kind: 'server', parent: origin(true) }, async () => undefined);
    await inSpan('event', { kind: 'consumer', link: origin(true) }, async () => undefined);
    const [child, linked] = recorded;
    expect(child).toMatchObject({ context: { traceId: 'a'.repeat(32) }, parentSpanId: 'b'.repeat(16) });
    expect(linked).toMatchObject({
      parentSpanId: undefined,
      link: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) },
    });
    expect(linked?.context.traceId).not.toBe('a'.repeat(32));
  });

  it('of a query is recorded only within other work', async () => {
    await inSpan('find leads', { kind: 'client' }, async () => undefined);
    expect(recorded).toEqual([]);
    await inSpan('job', { kind: 'consumer' }, () => inSpan('find leads', { kind: 'client' }, async () => undefined));
    expect(recorded.map(({ name }) => name)).toEqual(['find leads', 'job']);
  });

  it('fails with the code of an error, never its message, and not for a refusal', async () => {
    const failing = (error: unknown) => inSpan('job', { kind: 'consumer' }, () => Promise.reject(error));
    const refusal = Object.assign(new Error('ada@example.com is taken'), { code: 'conflict', status: 409 });
    for (const error of [new TypeError('ada@example.com'), refusal]) await expect(failing(error)).rejects.toBe(error);
    expect(recorded.map(({ hasFailed, attributes }) => [hasFailed, attributes])).toEqual([
      [true, { 'error.type': 'TypeError' }],
      [false, { 'error.type': 'conflict' }],
    ]);
  });

  it('ends once', () => {
    const span = startSpan('job', { kind: 'consumer' });
    span.end();
    span.end();
    expect(recorded).toHaveLength(1);
  });
});

describe('requests', () => {
  const requestId = '0af76519-16cd-43dd-8448-eb211c80319c';
  const serve = (status: number, isProblem = status >= 400) => {
    const request = {};
    startRequestSpan(request, { method: 'GET', requestId }, () => undefined);
    endRequestSpan(request, { method: 'GET', operation: '/tea/:id', status, isProblem });
  };

  it('with a problem are recorded in any trace, under the id that the problem names', () => {
    bind(0);
    for (const status of [200, 404, 503]) serve(status);
    expect(recorded.map(({ name, hasFailed }) => [name, hasFailed])).toEqual([
      ['GET /tea/:id', false],
      ['GET /tea/:id', true],
    ]);
    for (const { context, attributes } of recorded) {
      expect(context.traceId).toBe(requestId.replaceAll('-', ''));
      expect(attributes.request_id).toBe(requestId);
    }
  });

  it('with a problem beyond a limit per second are not recorded', () => {
    bind(0);
    for (let request = 0; request < 200; request += 1) serve(404);
    // The loop takes far less than a second, but may reach into the next one, and the test before has kept some.
    expect(recorded.length).toBeGreaterThanOrEqual(10);
    expect(recorded.length).toBeLessThanOrEqual(40);
  });

  it('that a cache serves are recorded by share, or as their caller’s', () => {
    bind(0);
    expect(traceCacheHit('/tea', 200, { requestId })).toBeUndefined();
    expect(traceCacheHit('/tea', 200, { requestId, parent: origin(true) })).toBe('a'.repeat(32));
    bind(1);
    expect(traceCacheHit('/tea', 304, { requestId, parent: origin(false) })).toBeUndefined();
    expect(traceCacheHit('/tea', 304, { requestId })).toBe(requestId.replaceAll('-', ''));
    expect(recorded.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([200, 304]);
  });
});

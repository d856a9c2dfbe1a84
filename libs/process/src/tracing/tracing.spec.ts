import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type OtlpCollector, startCollector } from '../testing/otlp-collector.js';

const fixture = join(__dirname, '../../dist/testing/traced.fixture.js');

interface Outcome {
  seen: { traceId?: string; traceparent?: string };
  /** Number of OpenTelemetry's modules in memory. */
  loaded: number;
  warnings: { message: string; spans: number }[];
  stopMs: number;
}

async function run(env: Record<string, string>): Promise<Outcome> {
  const { stdout } = await promisify(execFile)(process.execPath, [fixture], { env });
  return JSON.parse(stdout) as Outcome;
}

describe('a process', () => {
  let collector: OtlpCollector;

  beforeEach(async () => {
    collector = await startCollector();
  });
  afterEach(() => collector.close());

  it('loads nothing of OpenTelemetry, and has no traces, without an endpoint', async () => {
    expect(await run({})).toMatchObject({ seen: {}, loaded: 0, warnings: [] });
    expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER_ARG: '1' })).toMatchObject({ loaded: 0 });
  });

  it('sends its spans to the collector before it ends', async () => {
    const { seen, loaded } = await run({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_TRACES_SAMPLER_ARG: '1',
      DOCFOLIO_VERSION: '1.2.3',
    });
    expect(loaded).toBeGreaterThan(0);
    const [inner, outer] = collector.spans;
    expect(outer).toMatchObject({
      service: 'shop',
      name: 'GET /tea',
      traceId: '0af7651916cd43dd8448eb211c80319c',
      attributes: { request_id: '0af76519-16cd-43dd-8448-eb211c80319c' },
      hasFailed: false,
    });
    expect(outer?.parentSpanId).toBeUndefined();
    expect(inner).toMatchObject({ name: 'find tea', traceId: outer?.traceId, parentSpanId: outer?.spanId });
    expect(inner!.startedAt >= outer!.startedAt && inner!.endedAt <= outer!.endedAt).toBe(true);
    expect(seen).toEqual({ traceId: outer?.traceId, traceparent: `00-${outer?.traceId}-${inner?.spanId}-01` });
  });

  it('records no span at a share of 0, but has an id for log lines', async () => {
    const { seen } = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' });
    expect(seen.traceId).toBe('0af7651916cd43dd8448eb211c80319c');
    expect(seen.traceparent).toMatch(/-00$/);
    expect(collector.spans).toEqual([]);
  });

  it('ends within 2 s of a collector that never responds', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const { stopMs } = await run({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_TRACES_SAMPLER_ARG: '1',
    });
    expect(stopMs).toBeLessThan(2_900);
    silent.close();
  });

  it('logs that its spans are lost, once, if the collector refuses them', async () => {
    const { warnings } = await run({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/wrong`,
      OTEL_TRACES_SAMPLER_ARG: '1',
    });
    expect(warnings).toEqual([expect.objectContaining({ message: 'spans not exported', spans: 2 })]);
  });
});

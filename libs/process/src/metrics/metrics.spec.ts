import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { HealthRegistry } from '../health.js';
import type { ListeningServer } from '../http-server.js';
import { startInternalServer } from '../internal-server.js';
import { seriesValue } from '../testing/exposition.js';
import { addCollector } from './collectors.js';
import { observeCache, observeRequest } from './http-metrics.js';
import { counter, gauge, histogram } from './instruments.js';
import { type Metrics, startMetrics } from './metrics.js';

const sold = counter({ name: 'docfolio_test_sold_total', help: 'Sold.', labels: ['kind'] });
const waits = histogram({ name: 'docfolio_test_wait_seconds', help: 'Waits.', buckets: [0.1, 1] });
const depth = gauge({ name: 'docfolio_test_depth', help: 'Depth.', labels: ['queue'] });
const alone = gauge({ name: 'docfolio_test_alone', help: 'Without labels.' });

let metrics: Metrics | undefined;
let server: ListeningServer | undefined;

async function start(health = new HealthRegistry()): Promise<Metrics> {
  metrics = await startMetrics({ config: { METRICS: 'on', DOCFOLIO_VERSION: '1.2.3' }, service: 'shop', health });
  return metrics!;
}

afterEach(async () => {
  metrics?.stop();
  metrics = undefined;
  await server?.close();
  server = undefined;
});

describe('metrics that are on', () => {
  it('export counters and histograms with the name of the process', async () => {
    const { text } = await start();
    sold.add({ kind: 'tea' });
    sold.add({ kind: 'tea' }, 2);
    waits.observe({}, 0.5);
    const exported = await text();
    expect(seriesValue(exported, 'docfolio_test_sold_total', { kind: 'tea', service: 'shop' })).toBe(3);
    expect(seriesValue(exported, 'docfolio_test_wait_seconds_bucket', { le: '0.1', service: 'shop' })).toBe(0);
    expect(seriesValue(exported, 'docfolio_test_wait_seconds_bucket', { le: '1', service: 'shop' })).toBe(1);
  });

  it('export version, memory, CPU time, event loop, dependencies and disk of the process', async () => {
    const health = new HealthRegistry();
    health.add('redis', () => Promise.resolve());
    health.add('mongodb', () => Promise.reject(new Error('down')));
    const { text } = await start(health);
    let exported = await text();
    const block = () => {
      const until = performance.now() + 200;
      while (performance.now() < until);
    };
    // The histogram counts from its first timer on, and readings are at least 1 s apart.
    while (Number(seriesValue(exported, 'docfolio_event_loop_lag_seconds', { quantile: '1' })) < 0.1) {
      block();
      await new Promise((resolve) => setImmediate(resolve));
      exported = await text();
    }
    expect(seriesValue(exported, 'docfolio_build_info', { version: '1.2.3', node: process.version })).toBe(1);
    expect(seriesValue(exported, 'docfolio_process_memory_bytes', { kind: 'resident' })).toBeGreaterThan(10_000_000);
    expect(seriesValue(exported, 'docfolio_event_loop_lag_seconds', { quantile: '1' })).toBeGreaterThanOrEqual(0.1);
    expect(seriesValue(exported, 'docfolio_event_loop_utilization_ratio')).toBeGreaterThan(0.2);
    expect(seriesValue(exported, 'docfolio_dependency_up', { dependency: 'redis' })).toBe(1);
    expect(seriesValue(exported, 'docfolio_dependency_up', { dependency: 'mongodb' })).toBe(0);
    expect(seriesValue(exported, 'docfolio_disk_bytes', { kind: 'free' })).toBeGreaterThan(0);
    expect(seriesValue(await text(), 'docfolio_process_cpu_seconds_total')).toBeGreaterThan(0.2);
  });

  it('put requests for unknown routes into one series', async () => {
    const { text } = await start();
    for (let attempt = 0; attempt < 3; attempt += 1) observeRequest(undefined, 404, 0.01);
    observeCache('pages', true);
    const exported = await text();
    expect(
      seriesValue(exported, 'docfolio_http_request_duration_seconds_count', { operation: 'none', status: '4xx' }),
    ).toBe(3);
    expect(seriesValue(exported, 'docfolio_cache_requests_total', { cache: 'pages', result: 'hit' })).toBe(1);
  });
});

describe('a collector', () => {
  it('is read once for concurrent scrapes, and not again for a while', async () => {
    const { text } = await start();
    let reads = 0;
    const read = async () => {
      reads += 1;
      return () => depth.set({ queue: 'mails' }, reads);
    };
    addCollector({ name: 'test', gauges: [depth], read });
    const texts = await Promise.all([text(), text()]);
    texts.push(await text());
    for (const exported of texts) expect(seriesValue(exported, 'docfolio_test_depth', { queue: 'mails' })).toBe(1);
    expect(reads).toBe(1);
  });

  it('removes series that are gone', async () => {
    const { text } = await start();
    const queues = ['a', 'b'];
    const read = async () => () => {
      for (const queue of queues) depth.set({ queue }, 1);
    };
    addCollector({ name: 'test', gauges: [depth], read, maxAge: 0 });
    expect(seriesValue(await text(), 'docfolio_test_depth', { queue: 'b' })).toBe(1);
    queues.pop();
    const exported = await text();
    expect(seriesValue(exported, 'docfolio_test_depth', { queue: 'a' })).toBeDefined();
    expect(seriesValue(exported, 'docfolio_test_depth', { queue: 'b' })).toBeUndefined();
  });

  it('reports that it failed, and exports no old value', async () => {
    const { text } = await start();
    let fails = false;
    const read = async () => {
      if (fails) throw new Error('database down');
      return () => alone.set({}, 7);
    };
    addCollector({ name: 'test', gauges: [alone], read, maxAge: 0 });
    const before = await text();
    expect(seriesValue(before, 'docfolio_test_alone')).toBe(7);
    expect(seriesValue(before, 'docfolio_collector_up', { collector: 'test' })).toBe(1);
    fails = true;
    const after = await text();
    expect(seriesValue(after, 'docfolio_test_alone')).toBeUndefined();
    expect(seriesValue(after, 'docfolio_collector_up', { collector: 'test' })).toBe(0);
    expect(after).not.toContain('database down');
  });

  it('that hangs does not keep a scrape from ending, and is not read again while it hangs', async () => {
    const { text } = await start();
    let reads = 0;
    const read = () => {
      reads += 1;
      return new Promise<never>(() => undefined);
    };
    addCollector({ name: 'test', gauges: [depth], read, maxAge: 0 });
    expect(seriesValue(await text(), 'docfolio_collector_up', { collector: 'test' })).toBe(0);
    await text();
    expect(reads).toBe(1);
  });
});

describe('GET /metrics', () => {
  const get = () => fetch(`http://127.0.0.1:${server!.port}/metrics`);

  it('serves Prometheus text', async () => {
    const health = new HealthRegistry();
    server = await startInternalServer(health, '127.0.0.1', 0, await start(health));
    const response = await get();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('0.0.4')]);
    expect(await response.text()).toContain('# TYPE docfolio_build_info gauge');
  });

  it('is 404 with METRICS=off, and instruments do nothing', async () => {
    const health = new HealthRegistry();
    const config = { METRICS: 'off', DOCFOLIO_VERSION: '1' } as const;
    const off = await startMetrics({ config, service: 'shop', health });
    expect(off).toBeUndefined();
    const read = jest.fn();
    addCollector({ name: 'test', gauges: [depth], read });
    sold.add({ kind: 'tea' });
    server = await startInternalServer(health, '127.0.0.1', 0, off);
    expect((await get()).status).toBe(404);
    expect(read).not.toHaveBeenCalled();
  });
});

it.each(['on', 'off'] as const)('loads the metrics library only if METRICS is on: %s', (METRICS) => {
  const program = `
    import { createRequire } from 'node:module';
    import { HealthRegistry } from './health.js';
    import { startMetrics } from './metrics/metrics.js';
    const config = { METRICS: '${METRICS}', DOCFOLIO_VERSION: '1' };
    await startMetrics({ config, service: 'shop', health: new HealthRegistry() });
    const loaded = Object.keys(createRequire(process.cwd() + '/x.js').cache);
    process.stdout.write(String(loaded.some((path) => path.includes('prom-client'))));
    process.exit(0);`;
  const cwd = join(__dirname, '../../dist');
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd, encoding: 'utf8' });
  expect(output.trim()).toBe(String(METRICS === 'on'));
});

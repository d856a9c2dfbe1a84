import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { loadConfig } from './config.js';
import { HealthRegistry } from './health.js';
import { addCollector } from './metrics/collectors.js';
import { counter, gauge } from './metrics/instruments.js';
import { type Metrics, startMetrics } from './metrics/metrics.js';
import { runInScope, Scoped } from './scope.js';
import { Heartbeat } from './system/heartbeat.js';
import { processReport } from './system/process-report.js';
import { seriesValue } from './testing/exposition.js';

const together = ['leads', 'media'];
const leads = { name: 'leads', together, env: { COLOUR: 'red' } };
const media = { name: 'media', together, env: { COLOUR: 'blue' } };

it('a scoped variable has a value for each scope, also after a wait, and one outside of all', async () => {
  const variable = new Scoped(() => 'initial');
  variable.value = 'outside';
  await Promise.all(
    [leads, media].map((scope) =>
      runInScope(scope, async () => {
        expect(variable.value).toBe('initial');
        variable.value = scope.name;
        await new Promise((resolve) => setTimeout(resolve, 5));
        expect(variable.value).toBe(scope.name);
      }),
    ),
  );
  expect(variable.value).toBe('outside');
});

it('settings are read from the environment of the scope', () => {
  const schema = z.object({ COLOUR: z.string().default('none') });
  const colours = [leads, media, undefined].map((scope) => runInScope(scope, () => loadConfig(schema).COLOUR));
  expect(colours).toEqual(['red', 'blue', 'none']);
});

it('metrics of scopes are separate, and those of the Node process are said once', async () => {
  const config = { METRICS: 'on', DOCFOLIO_VERSION: '1' } as const;
  const sold = counter({ name: 'docfolio_test_scope_sold_total', help: 'Sold.', labels: ['kind'] });
  const depth = gauge({ name: 'docfolio_test_scope_depth', help: 'Depth.' });
  const start = (service: string) => startMetrics({ config, service, health: new HealthRegistry() });
  const scopes = [leads, media, undefined];
  const started = await Promise.all(scopes.map((scope) => runInScope(scope, () => start(scope?.name ?? 'backend'))));
  const later = counter({ name: 'docfolio_test_scope_later_total', help: 'Declared later.', labels: ['kind'] });
  try {
    const texts = started.map((metrics, index) =>
      runInScope(scopes[index], () => {
        addCollector({ name: 'depth', gauges: [depth], read: async () => () => depth.set({}, index) });
        sold.add({ kind: 'tea' }, index + 1);
        later.add({ kind: 'tea' }, index + 1);
        return () => runInScope(scopes[index], () => (metrics as Metrics).text());
      }),
    );
    const exported = await Promise.all(texts.map((read) => read()));
    for (const [index, service] of ['leads', 'media', 'backend'].entries()) {
      const value = (name: string, labels = {}) => seriesValue(exported[index]!, name, { service, ...labels });
      expect(value('docfolio_test_scope_sold_total', { kind: 'tea' })).toBe(index + 1);
      expect(value('docfolio_test_scope_later_total', { kind: 'tea' })).toBe(index + 1);
      expect(value('docfolio_test_scope_depth')).toBe(index);
      expect(value('docfolio_build_info', { version: '1' })).toBe(1);
      expect(value('docfolio_collector_up', { collector: 'readiness' })).toBe(1);
    }
    const ofNodeProcess = [
      'docfolio_process_memory_bytes',
      'docfolio_process_cpu_seconds_total',
      'docfolio_disk_bytes',
    ];
    const mentions = ofNodeProcess.map((name) => exported.map((text) => text.includes(`\n${name}{`)));
    expect(mentions).toEqual(ofNodeProcess.map(() => [false, false, true]));
  } finally {
    for (const [index, metrics] of started.entries()) runInScope(scopes[index], () => metrics?.stop());
  }
});

it('a report says whose memory it is', async () => {
  const stored: string[] = [];
  const redis = {
    hset: async (_: string, __: string, value: string) => stored.push(value),
    hdel: async () => 1,
    xadd: async () => 1,
  };
  const options = { service: 'leads', version: '1', redis, health: new HealthRegistry(), onFailure: () => undefined };
  for (const scope of [leads, undefined]) {
    const heartbeat = runInScope(scope, () => new Heartbeat(options));
    heartbeat.start();
    await heartbeat.stop();
  }
  const reports = stored.map((value) => processReport.parse(JSON.parse(value)));
  expect(reports.map(({ memory }) => memory.shared_by)).toEqual([together, undefined]);
});

it('an unhandled rejection is handled in the scope of its promise', () => {
  const source = `
    import { currentScope, runInScope } from ${JSON.stringify(join(__dirname, '../dist/scope.js'))};
    process.on('unhandledRejection', (error) => console.log(error.message, currentScope()?.name));
    const scope = (name) => ({ name, together: [], env: {} });
    const fails = async (how) => { await null; throw new Error(how); };
    runInScope(scope('leads'), () => void fails('async'));
    runInScope(scope('media'), () => setTimeout(() => Promise.reject(new Error('timer'))));
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
  expect(output.trim().split('\n').sort()).toEqual(['async leads', 'timer media']);
});

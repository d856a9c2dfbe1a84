/**
 * Suspends a service, the database and Redis of a platform while its metrics are scraped.
 * @subject libs/process/src/metrics libs/service-kit/src/metrics services/gateway/src/metrics infra/observability/src
 * @everyday libs/process/src/metrics/metrics.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '@docfolio/local/platform';
import { startTestPlatform } from '@docfolio/local/testing/test-platform';
import { seriesValue } from '@docfolio/process/testing/exposition';
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
  platform = await startTestPlatform({ dataDir, env: { METRICS: 'on' } });
  ports = internalPorts(dataDir, names);
});
afterAll(async () => {
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function scrape(name: Name): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${ports[name]}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

async function until<T>(read: () => Promise<T | undefined>, isDone: (value: T | undefined) => boolean): Promise<T> {
  const end = performance.now() + 20_000;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value as T;
    if (performance.now() > end) throw new Error(`still ${String(value)} after 20 s`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const sendForm = () =>
  fetch(`${platform.url}/api/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(visitor),
  });

describe('the metrics of running processes', () => {
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
    'arrive while %s hangs, without its values and with the reason',
    async (store, name, collector) => {
      const values = collector === 'outbox' ? 'docfolio_outbox_entries' : 'docfolio_queue_jobs';
      expect(seriesValue(await scrape(name), values)).toBeDefined();
      platform.kill(store, 'SIGSTOP');
      try {
        // Values of the last seconds are served again, without a read.
        await until(
          async () => seriesValue(await scrape(name), 'docfolio_collector_up', { collector }),
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

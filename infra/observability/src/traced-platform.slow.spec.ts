/**
 * Closes the collector of traces while forms are sent.
 * @subject libs/process/src/tracing libs/service-kit/src/mongo/query-spans.ts infra/observability/src
 * @everyday libs/process/src/tracing/tracing.spec.ts
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '@docfolio/local/platform';
import { startTestPlatform } from '@docfolio/local/testing/test-platform';
import { type OtlpCollector, startCollector } from '@docfolio/process/testing/otlp-collector';

const visitor = { name: 'Zenobia Quux', email: 'zenobia.quux@private.example', message: 'What does it cost?' };
let collector: OtlpCollector;
let dataDir: string;
let platform: Platform;

beforeAll(async () => {
  collector = await startCollector();
  dataDir = mkdtempSync(join(tmpdir(), 'docfolio-traces-'));
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' };
  platform = await startTestPlatform({ dataDir, env });
});
afterAll(async () => {
  await platform?.stop();
  await collector.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function until<T>(what: string, read: () => T | undefined): Promise<T> {
  const end = performance.now() + 20_000;
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`${what}: not after 20 s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const mails = () => {
  try {
    return readdirSync(join(dataDir, 'mail')).filter((name) => name.endsWith('.eml'));
  } catch {
    // The folder appears with the first mail.
    return [];
  }
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

/** Returns the lines of a process's log. */
function linesOf(name: string): Record<string, unknown>[] {
  return readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []));
}

it('forms are stored and answered while the collector is down, and one line says that spans are lost', async () => {
  await collector.close();
  const before = mails().length;
  expect((await postForm('four')).status).toBe(303);
  await until('both mails', () => (mails().length === before + 2 ? true : undefined));
  const warning = (name: string) => linesOf(name).filter(({ msg }) => msg === 'spans not exported');
  await until('a warning', () => (warning('leads').length > 0 ? true : undefined));
  await postForm('five');
  expect(warning('leads')).toHaveLength(1);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { loadConfig } from '@docfolio/process/config';
import { seriesValue } from '@docfolio/process/testing/exposition';
import { send, startUpstream } from '../test/web-fixture.js';
import { configSchema } from './config.schema.js';

const main = path.join(__dirname, '../dist/main.js');
let child: ChildProcess | undefined;
/** Log lines up to `listening`. */
const lines: { msg?: string; internal_port?: number }[] = [];
afterEach(() => child?.kill('SIGKILL'));

/** Starts the built process. @returns its URL once it listens */
async function start(environment: Record<string, string>): Promise<string> {
  lines.length = 0;
  child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, DRAIN_SECONDS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const { msg, port, internal_port } = JSON.parse(line);
    lines.push({ msg, internal_port });
    if (msg === 'listening') return `http://127.0.0.1:${port}`;
  }
  throw new Error('It ended before it listened');
}

it.each(['SIGTERM', 'SIGINT'] as const)('serves the built shell and exits with 0 on %s', async (signal) => {
  const url = await start({ PORT: '0', HOST: '127.0.0.1', GATEWAY_URL: 'http://127.0.0.1:9' });
  const page = await fetch(`${url}/contact`);
  const html = await page.text();
  expect([page.status, html.includes('id="root"')]).toEqual([200, true]);
  const [, list] = /id="after-paint">([^<]+)</.exec(html) ?? [];
  const entry = JSON.parse(String(list)).find(({ run }: { run?: true }) => run).href;
  const script = await send(url, String(entry), { 'accept-encoding': 'br' });
  expect([script.status, script.headers['content-encoding']]).toEqual([200, 'br']);
  child!.kill(signal);
  const [code] = await once(child!, 'exit');
  expect(code).toBe(0);
});

it('serves for DRAIN_SECONDS after SIGTERM without being ready', async () => {
  const gateway = await startUpstream((_incoming, response) => response.end('{}'));
  const url = await start({ PORT: '0', HOST: '127.0.0.1', GATEWAY_URL: gateway.url, DRAIN_SECONDS: '4' });
  const internal = `http://127.0.0.1:${lines.at(-1)?.internal_port}`;
  const readiness = async () => (await fetch(`${internal}/readyz`)).status;
  expect(await readiness()).toBe(200);
  const began = performance.now();
  child!.kill('SIGTERM');
  while ((await readiness()) === 200) await new Promise((resolve) => setImmediate(resolve));
  const drained = await fetch(`${url}/contact`);
  expect([drained.status, drained.headers.get('connection')]).toEqual([200, 'close']);
  // The gateway's own connection header is not passed on.
  const proxied = await fetch(`${url}/api/v1/posts`);
  expect([proxied.status, proxied.headers.get('connection')]).toEqual([200, 'close']);
  expect((await fetch(`${internal}/healthz`)).status).toBe(200);
  const [code] = await once(child!, 'exit');
  expect(code).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(3_950);
  await gateway.stop();
});

it('ends endless streams on SIGTERM before the grace time is over', async () => {
  const gateway = await startUpstream((_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
  });
  try {
    const url = await start({ PORT: '0', HOST: '127.0.0.1', GATEWAY_URL: gateway.url });
    const { body } = await fetch(`${url}/api/v1/admin/live`);
    const stream = body!.getReader();
    await stream.read();
    const before = performance.now();
    child!.kill('SIGTERM');
    const [code] = await once(child!, 'exit');
    expect(code).toBe(0);
    // The grace time of requests in flight is 8 s.
    expect(performance.now() - before).toBeLessThan(7_500);
    await expect(stream.read()).rejects.toThrow();
  } finally {
    await gateway.stop();
  }
});

it.each(['1', '3'])('exports the metrics of all WEB_WORKERS together: %s', async (count) => {
  const gateway = await startUpstream((_incoming, response) => response.end('{}'));
  const env = { PORT: '0', HOST: '127.0.0.1', GATEWAY_URL: gateway.url, WEB_WORKERS: count, METRICS: 'on' };
  const url = await start(env);
  const internal = `http://127.0.0.1:${lines.at(-1)?.internal_port}`;
  try {
    // Each with a connection of its own, so that several workers get some.
    for (let visit = 0; visit < 12; visit += 1) expect((await send(url, '/contact')).status).toBe(200);
    const scraped = await (await fetch(`${internal}/metrics`)).text();
    const page = { service: 'web', operation: 'page /contact', status: '2xx' };
    expect(seriesValue(scraped, 'docfolio_http_request_duration_seconds_count', page)).toBe(12);
    expect(seriesValue(scraped, 'docfolio_build_info', { node: process.version })).toBe(1);
    // The primary process distinguishes the replies of readiness checks from those with metrics.
    const answers = await Promise.all(
      ['/readyz', '/metrics', '/readyz', '/metrics'].map((path) => fetch(internal + path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  } finally {
    await gateway.stop();
  }
});

it('has no /metrics unless METRICS is on', async () => {
  await start({ PORT: '0', HOST: '127.0.0.1', GATEWAY_URL: 'http://127.0.0.1:9' });
  const response = await fetch(`http://127.0.0.1:${lines.at(-1)?.internal_port}/metrics`);
  expect(response.status).toBe(404);
});

it.each([
  [{}, 1],
  [{ SITE_URL: 'https://a.example' }, 0],
  [{ NODE_ENV: 'development' }, 0],
])('warns at start with %j that SITE_URL is not set: %d times', async (environment, times) => {
  await start({ PORT: '0', HOST: '127.0.0.1', GATEWAY_URL: 'http://127.0.0.1:9', ...environment });
  expect(lines.filter(({ msg }) => msg?.startsWith('SITE_URL'))).toHaveLength(times);
});

it('names invalid environment variables without their values', () => {
  const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(configSchema, env);
  expect(() => readConfig({ GATEWAY_URL: 'secret', PORT: '99999', DEV_SERVERS: '{' })).toThrow(
    'The configuration is invalid:\n  PORT: Too big: expected number to be <=65535\n' +
      '  GATEWAY_URL: not an http:// or https:// URL\n  DEV_SERVERS: not JSON',
  );
  expect(() => readConfig({ GATEWAY_URL: 'secret' })).not.toThrow(/secret/);
  expect(readConfig({ GATEWAY_URL: 'http://g:1', REMOTES_FILE: '' })).toMatchObject({
    PORT: 4200,
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
  });
});

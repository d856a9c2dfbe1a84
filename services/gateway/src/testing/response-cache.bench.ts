import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { end, endWithUs, freePort } from '@docfolio/service-kit/testing/backing-server';
import { spawnService } from '@docfolio/service-kit/testing/service-process';
import { startMongo } from '@docfolio/service-kit/testing/start-mongo';
import { startRedis } from '@docfolio/service-kit/testing/start-redis';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import autocannon from 'autocannon';
import { httpClient } from './http-client.js';

// Measures public reads as the web process requests them (a proxy's headers, limits and log on), and in the same run a
// bare Node server that sends the same bytes, since figures of a shared machine mean little by themselves. CPU is that
// of the server's process alone. Prints medians over the runs.

const runs = 5;
const seconds = 4;
const connections = 16;
/** Unit of utime and stime in /proc. */
const ticksPerSecond = 100;
const dist = fileURLToPath(new URL('..', import.meta.url));

interface Subject {
  name: string;
  pid: number;
  url: string;
  headers?: Record<string, string>;
  /** Whether `[<id>]` in the URL is replaced by another text for each request, so that none is a cache hit. */
  eachOnce?: boolean;
}

interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU time per request in microseconds. */
  cpu: number;
}

function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function measure({ name, pid, url, headers = {}, eachOnce = false }: Subject): Promise<Figures> {
  const sent = { ...fromProxy, ...headers };
  const before = cpuSeconds(pid);
  const result = await autocannon({ url, connections, duration: seconds, headers: sent, idReplacement: eachOnce });
  const cpu = cpuSeconds(pid) - before;
  const answered = result['2xx'] + result['3xx'];
  if (result.errors > 0 || result['4xx'] + result['5xx'] > 0)
    throw new Error(`${name}: not every request was answered`);
  const { p50, p99 } = result.latency;
  return { perSecond: answered / result.duration, p50, p99, cpu: (cpu * 1e6) / answered };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

function medians(measured: Figures[]): Figures {
  const of = (key: keyof Figures) => median(measured.map((figures) => figures[key]));
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu: of('cpu') };
}

const fromProxy = {
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-host': 'docfolio.example',
  'x-forwarded-proto': 'https',
  'x-request-id': '0c7a4d1e-6f0e-4c0c-9a40-5b1d0c5f2f55',
};

const [redis, mongo, port, folder] = await Promise.all([
  startRedis(),
  startMongo(),
  freePort(),
  mkdtemp(join(tmpdir(), 'docfolio-bench-')),
]);
const backing = { REDIS_URL: redis.url, MONGODB_URI: mongo.uri };
const content = spawnService(dist, 'testing/content-service.fixture.js', {
  ...{ ...backing, DB_NAME: `${mongo.dbName}_content`, LOG_LEVEL: 'warn' },
});
await content.ready();
const gateway = startGateway();
const send = httpClient(port);
await waitFor('the gateway', () =>
  send('GET', '/api/v1/posts').then(
    ({ status }) => status === 200,
    () => false,
  ),
);
const list = '/api/v1/posts';
const answer = await send('GET', list);
const { date: _date, connection: _connection, 'keep-alive': _alive, ...sameHeaders } = answer.headers;
const bodyFile = join(folder, 'body');
await writeFile(bodyFile, answer.text);
const bareWith = async (headers: object) => {
  const service = spawnService(dist, 'testing/bare-server.fixture.js', {
    ...{ HEADERS: JSON.stringify(headers), BODY_FILE: bodyFile },
  });
  await service.ready();
  return service;
};
const { 'content-type': type, 'content-length': length } = answer.headers;
const [bare, bareSame] = await Promise.all([
  bareWith({ 'content-type': type, 'content-length': length }),
  bareWith(sameHeaders),
]);

const gatewayUrl = `http://127.0.0.1:${port}${list}`;
const own = { pid: gateway.pid!, url: gatewayUrl };
const subjects: Subject[] = [
  { name: 'bare server, same body', pid: bare.pid, url: `http://127.0.0.1:${bare.port}` },
  { name: 'bare server, same bytes', pid: bareSame.pid, url: `http://127.0.0.1:${bareSame.port}` },
  { name: 'cached list', ...own },
  { name: 'cached list, brotli', ...own, headers: { 'accept-encoding': 'gzip, deflate, br' } },
  { name: 'cached list, 304', ...own, headers: { 'if-none-match': answer.headers.etag! } },
  { name: 'list that is not cached', ...own, url: `${gatewayUrl}?search=[<id>]`, eachOnce: true },
];
const measured = new Map<string, Figures[]>(subjects.map(({ name }) => [name, []]));
for (const subject of subjects) await measure(subject);
for (let run = 0; run < runs; run++)
  for (const subject of subjects) measured.get(subject.name)!.push(await measure(subject));

const base = medians(measured.get('bare server, same bytes')!);
console.log(`${answer.text.length} bytes, ${connections} connections, medians of ${runs} runs of ${seconds} s`);
for (const [name, figures] of measured) {
  const { perSecond, p50, p99, cpu } = medians(figures);
  const columns = [
    name.padEnd(26),
    `${Math.round(perSecond)}/s`.padStart(9),
    `p50 ${p50} ms`.padStart(11),
    `p99 ${p99} ms`.padStart(11),
    `${cpu.toFixed(0)} us CPU`.padStart(11),
    `${(cpu / base.cpu).toFixed(2)} x bare`.padStart(13),
  ];
  console.log(columns.join(' '));
}

await Promise.all([end(gateway), content.stop(), bare.stop(), bareSame.stop()]);
await Promise.all([redis.stop(), mongo.stop(), rm(folder, { recursive: true })]);

/** Starts the gateway as in production, with its log in a file. */
function startGateway(): ChildProcess {
  const log = openSync(join(folder, 'gateway.log'), 'w');
  const child = spawn(process.execPath, ['--enable-source-maps', join(dist, 'main.js')], {
    env: {
      ...backing,
      ...{ MONGODB_DATABASE: mongo.dbName, PORT: String(port), JWT_SECRET: 'a secret that is only good enough here' },
      ...{ BYTES_SECRET: 'another secret only good enough here', LEADS_URL: 'http://127.0.0.1:9' },
      MEDIA_URL: 'http://127.0.0.1:9',
      ...{ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_REQUESTS: '1000000000' },
    },
    stdio: ['ignore', log, log],
  });
  endWithUs(child);
  return child;
}

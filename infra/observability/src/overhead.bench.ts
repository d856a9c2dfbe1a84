// `npm run bench -- observability`: what METRICS=on costs. Two platforms, one with it and one without, get the same
// load in turns. Prints medians of the CPU time per request of all processes, of their memory, and of the idle CPU.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Platform, startPlatform } from '@docfolio/local/platform';
import { internalPorts } from './internal-ports.js';

const rounds = Number(process.argv[2] ?? 9);
const concurrency = 8;
const idleSeconds = 20;
/** ms between scrapes of the platform with metrics, as in prometheus.yml. */
const scrapeInterval = 15_000;
/** Ticks of /proc/<pid>/stat per second, the same on all Linux machines in use. */
const ticksPerSecond = 100;
const names = ['web', 'gateway', 'leads', 'content', 'media', 'notifications'];

interface Load {
  name: string;
  requests: number;
  send(url: string): Promise<Response>;
}

const loads: readonly Load[] = [
  { name: 'cached page', requests: 3_000, send: (url) => fetch(`${url}/contact`) },
  { name: 'cached API response', requests: 3_000, send: (url) => fetch(`${url}/api/v1/posts`) },
  {
    name: 'API read that reaches a service',
    requests: 400,
    send: (url) => fetch(`${url}/api/v1/posts?search=${randomUUID().slice(0, 8)}`),
  },
  {
    name: 'contact form',
    requests: 150,
    send: (url) =>
      fetch(`${url}/api/v1/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', message: 'Hello', source: 'contact' }),
      }),
  },
];

/** Returns the CPU time in ms that a process has used. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

/** Returns the proportional memory of a process in MiB. */
function memoryOf(pid: number): number {
  const [, kibibytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kibibytes) / 1_024;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

class Subject {
  readonly figures = new Map<string, number[]>();

  private constructor(
    readonly metrics: 'off' | 'on',
    readonly platform: Platform,
    readonly folder: string,
  ) {}

  static async start(metrics: 'off' | 'on'): Promise<Subject> {
    const folder = mkdtempSync(join(tmpdir(), `docfolio-metrics-${metrics}-`));
    const env = { METRICS: metrics, SEED: 'demo', RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' };
    return new Subject(metrics, await startPlatform({ dataDir: folder, env }), folder);
  }

  record(name: string, value: number): void {
    this.figures.set(name, [...(this.figures.get(name) ?? []), value]);
  }

  pids(): number[] {
    const all = this.platform.pids();
    return names.map((name) => all[name] ?? 0);
  }

  cpu = () => sum(this.pids().map(cpuOf));

  async run({ name, requests, send }: Load, isRecorded: boolean): Promise<void> {
    const before = this.cpu();
    let left = requests;
    const client = async () => {
      while (left-- > 0) {
        const response = await send(this.platform.url);
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${name}: ${response.status}`);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, client));
    if (isRecorded) this.record(`CPU ms per ${name}`, (this.cpu() - before) / requests);
  }

  async scrape(): Promise<void> {
    const ports = Object.values(internalPorts(this.folder, names));
    await Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).arrayBuffer()));
  }

  async stop(): Promise<void> {
    await this.platform.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const subjects = [await Subject.start('off'), await Subject.start('on')];
const [, on] = subjects;
const scraping = setInterval(() => void on?.scrape(), scrapeInterval);
try {
  for (let round = -1; round < rounds; round += 1) {
    for (const load of loads) {
      const inTurn = round % 2 === 0 ? subjects : [...subjects].reverse();
      // The first round warms up.
      for (const subject of inTurn) await subject.run(load, round >= 0);
    }
    for (const subject of subjects)
      for (const [index, pid] of subject.pids().entries()) subject.record(`MiB of ${names[index]}`, memoryOf(pid));
  }
  for (let round = 0; round < 3; round += 1) {
    const before = subjects.map((subject) => subject.cpu());
    await delay(idleSeconds * 1_000);
    for (const [index, subject] of subjects.entries())
      subject.record('idle CPU, ms per s', (subject.cpu() - before[index]!) / idleSeconds);
  }
  const scrapes = 10;
  const before = on!.cpu();
  for (let scrape = 0; scrape < scrapes; scrape += 1) {
    await on!.scrape();
    // Values are served again for 5 s: the next one shall read them.
    await delay(5_500);
  }
  const idle = median(on!.figures.get('idle CPU, ms per s') ?? []);
  console.log(`CPU ms per scrape of all six processes: ${((on!.cpu() - before) / scrapes - idle * 5.5).toFixed(1)}`);
  console.log(`${'median of'.padEnd(46)}${'off'.padStart(9)}${'on'.padStart(9)}${'difference'.padStart(12)}`);
  for (const name of subjects[0]!.figures.keys()) {
    const [off = 0, withMetrics = 0] = subjects.map(({ figures }) => median(figures.get(name) ?? []));
    const share = `${withMetrics >= off ? '+' : ''}${((withMetrics / off - 1) * 100).toFixed(1)} %`;
    console.log(
      `${name.padEnd(46)}${off.toFixed(3).padStart(9)}${withMetrics.toFixed(3).padStart(9)}${share.padStart(12)}`,
    );
  }
} finally {
  clearInterval(scraping);
  for (const subject of subjects) await subject.stop();
}

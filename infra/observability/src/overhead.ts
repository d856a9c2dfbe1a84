// Platforms that are measured side by side.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Platform, startPlatform } from '@docfolio/local/platform';
import { processes } from '@docfolio/local/processes';

const concurrency = 8;
const idleSeconds = 20;
const idleRounds = 3;
export const names = processes.map(({ name }) => name);

interface Load {
  name: string;
  requests: number;
  send(url: string): Promise<Response>;
}

const loads: readonly Load[] = [
  { name: 'cached page', requests: 15_000, send: (url) => fetch(`${url}/contact`) },
  { name: 'cached API response', requests: 15_000, send: (url) => fetch(`${url}/api/v1/posts`) },
  {
    name: 'API read that reaches a service',
    requests: 800,
    send: (url) => fetch(`${url}/api/v1/posts?search=${randomUUID().slice(0, 8)}`),
  },
  {
    name: 'contact form',
    requests: 250,
    send: (url) =>
      fetch(`${url}/api/v1/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', message: 'Hello', source: 'contact' }),
      }),
  },
];

/** Returns the CPU time in ms that the threads of a process have used. Exact, unlike the ticks of /proc/<pid>/stat. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return sum(
    threads.map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6),
  );
}

/** Returns the proportional memory of a process in MiB. */
function memoryOf(pid: number): number {
  const [, kibibytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kibibytes) / 1_024;
}

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A platform with demo data, whose CPU time and memory are measured. */
export class Subject {
  readonly figures = new Map<string, number[]>();

  private constructor(
    readonly label: string,
    readonly platform: Platform,
    readonly folder: string,
  ) {}

  static async start(label: string, settings: Record<string, string>): Promise<Subject> {
    const folder = mkdtempSync(join(tmpdir(), 'docfolio-overhead-'));
    const env = { ...settings, SEED: 'demo', RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' };
    return new Subject(label, await startPlatform({ dataDir: folder, env }), folder);
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

  async stop(): Promise<void> {
    await this.platform.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Gives the subjects the same load in turns. Records the CPU time per request, the memory, and the idle CPU. */
export async function compare(subjects: readonly Subject[], rounds: number): Promise<void> {
  for (let round = -1; round < rounds; round += 1) {
    for (const load of loads) {
      const inTurn = round % 2 === 0 ? subjects : [...subjects].reverse();
      // The first round warms up.
      for (const subject of inTurn) await subject.run(load, round >= 0);
    }
    if (round < 0) continue;
    for (const subject of subjects) {
      const memory = subject.pids().map(memoryOf);
      for (const [index, mebibytes] of memory.entries()) subject.record(`MiB of ${names[index]}`, mebibytes);
      subject.record('MiB of all processes', sum(memory));
    }
  }
  for (let round = 0; round < idleRounds; round += 1) {
    const before = subjects.map((subject) => subject.cpu());
    await delay(idleSeconds * 1_000);
    for (const [index, subject] of subjects.entries())
      subject.record('idle CPU, ms per s', (subject.cpu() - before[index]!) / idleSeconds);
  }
}

/**
 * Prints the medians of all subjects, and the medians of their differences from the first one in the same round, which
 * cancel what slowed the machine down for a while.
 */
export function printDifferences(subjects: readonly [Subject, ...Subject[]]): void {
  const [first] = subjects;
  console.log(`${'median of'.padEnd(46)}${subjects.map(({ label }) => label.padStart(20)).join('')}`);
  for (const [name, base] of first.figures) {
    const cells = subjects.map((subject) => {
      const values = subject.figures.get(name) ?? [];
      const share = (median(values.map((value, round) => value / base[round]!)) - 1) * 100;
      const difference = subject === first ? '' : ` (${share >= 0 ? '+' : ''}${share.toFixed(1)} %)`;
      return `${median(values).toFixed(3)}${difference}`.padStart(20);
    });
    console.log(`${name.padEnd(46)}${cells.join('')}`);
  }
}

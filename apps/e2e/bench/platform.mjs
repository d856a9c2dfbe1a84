import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cpuOf, lifetimeCpuOf, memoryOf, processTree, sumByName, sumOf } from './processes.mjs';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const owner = { email: 'owner@example.com', password: 'correct-horse-battery' };
const unlimited = '1000000000';

/** Settings of a production platform whose limits are checked but never reached. */
const settings = {
  RATE_LIMIT_REQUESTS: unlimited,
  RATE_LIMIT_FORMS: unlimited,
  PAGE_LIMIT: unlimited,
  PUBLIC_MAILS_PER_HOUR: '0',
  SMTP_URL: '',
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
};

/** Milliseconds per window, and CPU ms per ms below which a platform is without work. */
const quietWindow = 500;
const quietLoad = 0.08;
const limitMs = 120_000;

/** Returns a free port on loopback. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Binds a process to cores. @param {number} pid @param {string} cores */
export function pin(pid, cores) {
  execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: 'ignore' });
}

/** A platform that runs as `npm start` does, with its launcher as a child of the bench. */
export class BenchPlatform {
  /** @param {import('node:child_process').ChildProcess} child @param {string} dataDir @param {number} port */
  constructor(child, dataDir, port) {
    this.child = child;
    this.dataDir = dataDir;
    // localhost is the only host from which browsers accept brotli without HTTPS.
    this.url = `http://localhost:${port}`;
    /** Figures of the start. */
    this.start = { wall: 0, cpu: 0 };
    /** CPU ms per ms without work, by name; subtracted from what work costs. @type {Record<string, number>} */
    this.idle = {};
  }

  /**
   * Starts the built platform and waits until it is ready.
   * @param {string} dataDir @param {Record<string, string>} [env] @throws Error with its output if it does not become ready
   */
  static async start(dataDir, env = {}) {
    const port = await freePort();
    const began = performance.now();
    const child = spawn(process.execPath, [join(root, 'infra/local/bootstrap.mjs'), 'start'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: '', ...settings, ...env, DATA_DIR: dataDir, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const endWithBench = () => child.kill('SIGTERM');
    process.once('exit', endWithBench);
    child.once('exit', () => process.removeListener('exit', endWithBench));
    const platform = new BenchPlatform(child, dataDir, port);
    await new Promise((resolve, reject) => {
      let output = '';
      const late = setTimeout(() => reject(new Error(`Not ready in ${limitMs / 1000} s:\n${output}`)), limitMs);
      const receive = (/** @type {Buffer} */ chunk) => {
        output += chunk;
        if (!output.includes('Docfolio is ready')) return;
        clearTimeout(late);
        resolve(undefined);
      };
      child.stdout?.on('data', receive);
      child.stderr?.on('data', receive);
      child.once('exit', (code) => {
        clearTimeout(late);
        reject(new Error(`The platform ended with code ${code}:\n${output}`));
      });
    });
    const wall = performance.now() - began;
    platform.start = { wall, cpu: sumOf(sumByName(platform.tree(), lifetimeCpuOf)) };
    return platform;
  }

  runtime() {
    return JSON.parse(readFileSync(join(this.dataDir, 'runtime.json'), 'utf8'));
  }

  /** @returns {{ MONGODB_URI: string, REDIS_URL: string }} */
  get connection() {
    return this.runtime().connection;
  }

  /** Returns the ids of all processes with their names; `launcher` is the program of `npm start` with its helper. */
  tree() {
    const { pid, children } = this.runtime();
    return processTree(
      pid,
      Object.fromEntries(children.map((/** @type {{ name: string, pid: number }} */ each) => [each.name, each.pid])),
    );
  }

  /** Returns the CPU time used so far in ms by name. */
  cpu() {
    return sumByName(this.tree(), cpuOf);
  }

  /** Returns the memory in MB by name. */
  memory() {
    const tree = this.tree();
    const of = (/** @type {'total' | 'own' | 'files'} */ kind) => sumByName(tree, (pid) => memoryOf(pid)[kind]);
    return { total: of('total'), own: of('own'), files: of('files') };
  }

  /**
   * Measures the CPU time per time without work, and subtracts it from what `cpuOf` returns from now on.
   * @param {number} ms
   */
  async measureIdle(ms) {
    await this.settle();
    const [before, began] = [this.cpu(), performance.now()];
    await delay(ms);
    const wall = performance.now() - began;
    this.idle = Object.fromEntries(
      Object.entries(this.cpu()).map(([name, spent]) => [name, (spent - (before[name] ?? 0)) / wall]),
    );
    return this.idle;
  }

  /**
   * Returns the CPU time in ms by name that `work` takes beyond the idle platform's.
   * @param {() => Promise<unknown>} work
   * @param {{ background?: boolean }} [options] `background`: includes what `work` causes after its end
   */
  async cpuOf(work, { background = false } = {}) {
    const [before, began] = [this.cpu(), performance.now()];
    await work();
    const after = background ? await this.settle() : { cpu: this.cpu(), at: performance.now() };
    const wall = after.at - began;
    return Object.fromEntries(
      Object.entries(after.cpu).map(([name, ms]) => [name, ms - (before[name] ?? 0) - (this.idle[name] ?? 0) * wall]),
    );
  }

  /**
   * Waits until two windows in a row are quiet. @param {number} [window] ms
   * @returns CPU time by name before them, and when that was
   */
  async settle(window = quietWindow) {
    const deadline = performance.now() + limitMs;
    const read = () => ({ cpu: this.cpu(), at: performance.now() });
    let before = read();
    let [settled, quiet] = [before, 0];
    while (quiet < 2) {
      if (performance.now() > deadline) throw new Error(`The platform is not idle after ${limitMs / 1000} s.`);
      await delay(window);
      const now = read();
      if (sumOf(now.cpu) - sumOf(before.cpu) > quietLoad * window) [quiet, settled] = [0, now];
      else quiet += 1;
      before = now;
    }
    return settled;
  }

  /** Binds all processes to cores, `0` or `0,1`. @param {string} cores */
  pin(cores) {
    for (const pid of this.tree().keys()) pin(pid, cores);
  }

  /** Returns the number of emails written so far. */
  mails() {
    const folder = join(this.dataDir, 'mail');
    if (!existsSync(folder)) return 0;
    return readdirSync(folder, { recursive: true }).filter((file) => String(file).endsWith('.eml')).length;
  }

  /** Signs in as an admin. @returns {Promise<{ access_token: string, expires_in: number }>} expires_in in seconds */
  async openSession() {
    const response = await fetch(`${this.url}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(owner),
    });
    if (!response.ok) throw new Error(`Sign-in: ${response.status}`);
    return response.json();
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

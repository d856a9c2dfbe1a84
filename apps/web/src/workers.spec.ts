import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startUpstream } from '../test/web-fixture.js';

const main = path.join(__dirname, '../dist/main.js');

interface LogLine {
  msg: string;
  port?: number;
  internal_port?: number;
  worker?: number;
}

/** The built process with two workers. */
class Workers {
  readonly log: LogLine[] = [];
  private readonly waiting = new Map<string, (line: LogLine) => void>();
  url = '';
  internal = '';

  private constructor(readonly child: ChildProcess) {
    createInterface({ input: child.stdout! }).on('line', (text) => {
      const line: LogLine = JSON.parse(text);
      this.log.push(line);
      this.waiting.get(line.msg)?.(line);
    });
  }

  static async start(environment: Record<string, string>): Promise<Workers> {
    const child = spawn(process.execPath, [main], {
      env: {
        ...{ PATH: process.env.PATH, DRAIN_SECONDS: '0', PORT: '0', HOST: '127.0.0.1', SITE_URL: 'https://a.example' },
        ...{ GATEWAY_URL: 'http://127.0.0.1:9', WEB_WORKERS: '2', ...environment },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const workers = new Workers(child);
    const { port, internal_port } = await workers.logged('listening');
    workers.url = `http://127.0.0.1:${port}`;
    workers.internal = `http://127.0.0.1:${internal_port}`;
    return workers;
  }

  /** Returns the next log line with a message. */
  logged(message: string): Promise<LogLine> {
    return new Promise((resolve) => this.waiting.set(message, resolve));
  }

  pids(): number[] {
    const found = execFileSync('ps', ['-o', 'pid=', '--ppid', String(this.child.pid)], { encoding: 'utf8' });
    return found.trim().split(/\s+/).filter(Boolean).map(Number);
  }

  /** Sends requests on connections of their own, which the workers get in turn. @returns their status codes */
  async visit(count: number): Promise<number[]> {
    const statuses = [];
    for (let visit = 0; visit < count; visit += 1) statuses.push(await statusOf(`${this.url}/contact`));
    return statuses;
  }

  /** Returns how many workers have begun to listen. */
  listening = () => this.log.filter(({ msg }) => msg.startsWith('Server listening')).length;

  readiness = async () => (await fetch(`${this.internal}/readyz`)).status;
}

async function statusOf(url: string): Promise<number> {
  const request = get(url, { agent: new Agent({ keepAlive: false }) });
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

let workers: Workers | undefined;
afterEach(() => workers?.child.kill('SIGKILL'));

it('serves the site from two workers, and exits with 0 on SIGTERM when both have', async () => {
  workers = await Workers.start({});
  await until(() => workers!.listening() === 2);
  expect(await workers.visit(4)).toEqual([200, 200, 200, 200]);
  expect(workers.pids()).toHaveLength(2);
  workers.child.kill('SIGTERM');
  const [code] = await once(workers.child, 'exit');
  expect(code).toBe(0);
  expect(workers.log.filter(({ msg }) => msg === 'stopped')).toHaveLength(3);
});

it('replaces a killed worker, and the other one responds in the meantime', async () => {
  workers = await Workers.start({});
  await until(() => workers!.listening() === 2);
  const [killed, other] = workers.pids();
  const ended = workers.logged('web worker ended, starting another');
  process.kill(killed!, 'SIGKILL');
  expect((await ended).worker).toBe(killed);
  expect(await workers.visit(4)).toEqual([200, 200, 200, 200]);
  expect(await workers.readiness()).toBe(200);
  await until(() => workers!.pids().length === 2);
  expect(workers.pids()).toContain(other);
  expect(workers.pids()).not.toContain(killed);
  expect(await workers.visit(4)).toEqual([200, 200, 200, 200]);
});

it('is not ready while no worker runs, and ready again when one has been started', async () => {
  workers = await Workers.start({ PORT: String(await freePort()) });
  for (const pid of workers.pids()) process.kill(pid, 'SIGKILL');
  await until(async () => (await workers!.readiness()) === 503);
  await until(async () => (await workers!.readiness()) === 200);
  expect(await workers.visit(2)).toEqual([200, 200]);
});

it('drains in all workers after SIGTERM to all processes without being ready', async () => {
  const gateway = await startUpstream((_incoming, response) => response.end('{}'));
  workers = await Workers.start({ GATEWAY_URL: gateway.url, DRAIN_SECONDS: '3' });
  await until(() => workers!.listening() === 2);
  const began = performance.now();
  // As systemd does. A second signal to the first process would end the drain.
  for (const pid of [...workers.pids(), workers.child.pid!]) process.kill(pid, 'SIGTERM');
  await until(async () => (await workers!.readiness()) === 503);
  expect(await workers.visit(4)).toEqual([200, 200, 200, 200]);
  const [code] = await once(workers.child, 'exit');
  expect(code).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(2_950);
  await gateway.stop();
});

it('ends with code 1 if the port is taken', async () => {
  workers = await Workers.start({});
  const { port } = new URL(workers.url);
  const second = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: port, HOST: '127.0.0.1', GATEWAY_URL: 'http://127.0.0.1:9', WEB_WORKERS: '2' },
    stdio: 'ignore',
  });
  const [code] = await once(second, 'exit');
  expect(code).toBe(1);
});

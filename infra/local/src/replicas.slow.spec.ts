/**
 * Kills each replica in turn under load.
 * @subject infra/local/src/replicas.ts infra/local/src/supervisor/balancer.ts
 * @everyday infra/local/src/replicas.spec.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stages } from './backing/backing-server.js';
import { readConfig } from './config.js';
import { type Platform, startConfigured } from './platform.js';
import type { PlatformProcess, ProcessContext } from './processes.js';

import { defaultTiming } from './supervisor/supervised-process.js';
import { findRoot } from './workspace.js';

let dataDir: string;
let platform: Platform;

let shared: { web: number; bytes: number };

/** Processes web and leads as fixtures, which respond with their process id; web knows the byte port of leads. */
const fixture = (name: string, env: (context: ProcessContext) => Record<string, string>) => ({
  name,
  entry: 'infra/local/dist/fixtures/service.fixture.js',
  configSchema: '',
  env: (context: ProcessContext) => ({ FIXTURE_NAME: name, ...env(context) }),
});

const table: PlatformProcess[] = [
  { ...fixture('leads', () => ({})), stage: stages.services, ports: ['internal', 'bytes'] },
  {
    ...fixture('web', ({ portOf }) => {
      shared = { web: portOf('web', 'http'), bytes: portOf('leads', 'bytes') };
      return { PORT: String(shared.web) };
    }),
    stage: stages.web,
    ports: ['internal', 'http'],
  },
];

async function start(replicas: string): Promise<void> {
  // The fixtures use no database, so MONGODB_URI points to an unused port.
  const given = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', MONGODB_URI: 'mongodb://127.0.0.1:1' };
  platform = await startConfigured(readConfig(findRoot(), { ...given, REPLICAS: replicas }), {
    processes: table,
    firstRun: false,
    timing: { ...defaultTiming, backoffMs: 50 },
  });
}

/** Returns the process id of the fixture that responds on a port, requested over the agent's connections. */
function responder(port: number, agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent: agent ?? new Agent() }, (response) => {
      response.resume().once('end', () => resolve(Number(response.headers['x-pid'])));
    }).once('error', reject);
  });
}

const publicPort = () => Number(new URL(platform.url).port);

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'docfolio-replicas-'));
});

afterEach(async () => {
  await platform.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('fails no request that is retried once while one replica of each process is killed', async () => {
  await start('2');
  let stopped = false;
  let repeated = 0;
  const failures: unknown[] = [];
  const visitor = async (port: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    while (!stopped) {
      await responder(port, agent).catch(() => {
        repeated += 1;
        return responder(port, agent).catch((error: unknown) => failures.push(error));
      });
    }
    agent.destroy();
  };
  const visitors = [publicPort(), publicPort(), shared.bytes].map(visitor);
  for (const name of ['web-1', 'leads-1', 'web-2', 'leads-2']) {
    const before = platform.pids()[name];
    platform.kill(name);
    await platform.waitReady(name);
    expect(platform.pids()[name]).not.toBe(before);
  }
  stopped = true;
  await Promise.all(visitors);
  expect(failures).toEqual([]);
  expect(repeated).toBeGreaterThan(0);
});

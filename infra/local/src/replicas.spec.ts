import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stages } from './backing/backing-server.js';
import { ConfigError, readConfig } from './config.js';
import { type Platform, startConfigured } from './platform.js';
import type { PlatformProcess, ProcessContext } from './processes.js';
import { isFree, portHolder } from './supervisor/ports.js';
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

const pidsOf = (...names: string[]) => new Set(names.map((name) => platform.pids()[name]));

const publicPort = () => Number(new URL(platform.url).port);

describe('a platform', () => {
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'docfolio-replicas-'));
  });

  afterEach(async () => {
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('runs two of each process behind shared ports, each with its own log', async () => {
    await start('2');
    expect(Object.keys(platform.pids()).sort()).toEqual(['leads-1', 'leads-2', 'redis', 'web-1', 'web-2']);
    const web = await Promise.all(Array.from({ length: 8 }, () => responder(publicPort())));
    expect(new Set(web)).toEqual(pidsOf('web-1', 'web-2'));
    const leads = await Promise.all(Array.from({ length: 8 }, () => responder(shared.bytes)));
    expect(new Set(leads)).toEqual(pidsOf('leads-1', 'leads-2'));
    expect(readdirSync(join(dataDir, 'logs'))).toEqual(expect.arrayContaining(['leads-1.log', 'leads-2.log']));
    expect(portHolder(publicPort())).toContain(`(pid ${process.pid})`);

    await platform.stop();
    expect(await isFree(publicPort(), '127.0.0.1')).toBe(true);
  });

  it('starts no balancer for a single replica', async () => {
    await start('1');
    expect(Object.keys(platform.pids()).sort()).toEqual(['leads', 'redis', 'web']);
    expect(portHolder(publicPort())).toContain(`(pid ${platform.pids().web})`);
  });

  it("kills, restarts and awaits all replicas by the process's name", async () => {
    await start('2');
    const before = platform.pids();
    platform.kill('leads');
    await platform.waitReady('leads');
    await platform.restart('web');
    await platform.waitReady('web');
    const after = platform.pids();
    for (const name of ['leads-1', 'leads-2', 'web-1', 'web-2']) expect(after[name]).not.toBe(before[name]);
    expect(() => platform.kill('leads-3')).toThrow();
  });
});

it.each(['0', '1.5', '9', 'two'])('refuses REPLICAS=%s', (replicas) => {
  expect(() => readConfig('/checkout', { REPLICAS: replicas })).toThrow(ConfigError);
});

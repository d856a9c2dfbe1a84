import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stages } from '../backing/backing-server.js';
import { readConfig } from '../config.js';
import { type Platform, startConfigured } from '../platform.js';
import type { PlatformProcess, ProcessContext } from '../processes.js';
import { defaultTiming } from '../supervisor/supervised-process.js';
import { findRoot } from '../workspace.js';

export let dataDir: string;

export let platform: Platform;

export let shared: { web: number; bytes: number };

/** Processes web and leads as fixtures, which respond with their process id; web knows the byte port of leads. */
export const fixture = (name: string, env: (context: ProcessContext) => Record<string, string>) => ({
  name,
  entry: 'infra/local/dist/fixtures/service.fixture.js',
  variables: [],
  env: (context: ProcessContext) => ({ FIXTURE_NAME: name, ...env(context) }),
});

export const table: PlatformProcess[] = [
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

/** Starts the platform with that many of each process. */
export async function start(replicas: string): Promise<void> {
  // The fixtures use no database, so MONGODB_URI points to an unused port.
  const given = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', MONGODB_URI: 'mongodb://127.0.0.1:1' };
  platform = await startConfigured(readConfig(findRoot(), { ...given, REPLICAS: replicas }), {
    processes: table,
    firstRun: false,
    checksStores: false,
    timing: { ...defaultTiming, backoffMs: 50 },
  });
}

/** Returns the process id of the fixture that responds on a port, requested over the agent's connections. */
export function responder(port: number, agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent: agent ?? new Agent() }, (response) => {
      response.resume().once('end', () => resolve(Number(response.headers['x-pid'])));
    }).once('error', reject);
  });
}

/** Returns the port of the platform's web process or balancer. */
export const publicPort = () => Number(new URL(platform.url).port);

/** Gives each test a folder of its own. Stops the platform that it has started there, and removes the folder. */
export function useReplicaFolder(): void {
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'docfolio-replicas-'));
  });
  afterEach(async () => {
    await platform.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
}

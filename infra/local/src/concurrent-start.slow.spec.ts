/**
 * Starts four replicas of each process at the same time.
 * @subject infra/local/src/processes.ts libs/service-kit/src/mongo/migrations libs/service-kit/src/mongo/mongo.module.ts
 * @subject libs/service-kit/src/jobs services/gateway/src/admin.ts services/gateway/src/prepare.ts
 * @everyday infra/local/src/running-platform.spec.ts
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBacking } from './backing/start.js';
import { bundledArgs } from './bundle.js';
import { readConfig } from './config.js';
import { type Connection, processEnv } from './process-env.js';
import { adminTask, type ProcessContext, processes } from './processes.js';
import { runToEnd } from './run-program.js';
import { freePort } from './supervisor/ports.js';
import { httpProbe } from './supervisor/probes.js';
import { Supervisor } from './supervisor/supervisor.js';
import { findRoot } from './workspace.js';

// Replicas of a new installation start concurrently, and each creates collections, indexes and repeating jobs.

const replicas = [1, 2, 3, 4];
const folder = mkdtempSync(join(tmpdir(), 'docfolio-concurrent-'));
const root = findRoot();
const config = readConfig(root, { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0' });
const supervisor = new Supervisor(() => undefined);
let connection: Connection;

beforeAll(async () => {
  mkdirSync(join(folder, 'logs'));
  ({ connection } = await startBacking(config, supervisor));
});
afterAll(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function replicaEnv(name: string): Promise<{ env: NodeJS.ProcessEnv; internalPort: number }> {
  const ports = { internal: await freePort(), http: await freePort(), bytes: await freePort() };
  const context: ProcessContext = {
    config,
    secrets: { jwtSecret: 'j'.repeat(40), bytesSecret: 'b'.repeat(40), linkSecret: 'l'.repeat(40) },
    remotesPublicKeys: '',
    siteUrl: 'http://localhost',
    portOf: (_name, purpose) => ports[purpose],
    development: false,
    devServers: {},
  };
  const process = processes.find((candidate) => candidate.name === name)!;
  return { env: processEnv(process, context, connection), internalPort: ports.internal };
}

it.each(processes.filter(({ name }) => name !== 'web'))(
  'starts four replicas of $name at the same time on an empty database',
  async ({ name, entry }) => {
    const started = await Promise.all(
      replicas.map(async (replica) => {
        const { env, internalPort } = await replicaEnv(name);
        return supervisor.start({
          name: `${name}-${replica}`,
          command: process.execPath,
          args: bundledArgs(root, entry),
          cwd: root,
          env,
          stage: 1,
          logPath: join(folder, 'logs', `${name}-${replica}.log`),
          probe: httpProbe(`http://127.0.0.1:${internalPort}/readyz`),
        });
      }),
    );
    const pids = started.map(({ pid }) => pid);
    await Promise.all(started.map((child) => child.waitReady(60_000)));
    // A changed process id would mean that the supervisor restarted a failed replica.
    expect(started.map(({ pid }) => pid)).toEqual(pids);
    await Promise.all(started.map((child) => child.stop()));
  },
  90_000,
);

it('creates one first admin from four concurrent requests', async () => {
  const { env } = await replicaEnv('gateway');
  const results = await Promise.all(
    replicas.map(() => runToEnd(process.execPath, [join(root, adminTask.entry), 'ensure-first'], { cwd: root, env })),
  );
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(results.filter(({ stdout }) => stdout.includes('"created":true'))).toHaveLength(1);
});

it('prepares the databases of all services in two processes at the same time', async () => {
  const prepared = processes
    .filter(({ name }) => name !== 'web')
    .flatMap(({ name, entry }) =>
      [1, 2].map(async () => {
        const { env } = await replicaEnv(name);
        const { code, output } = await runToEnd(process.execPath, [join(root, entry), 'prepare'], { cwd: root, env });
        return [name, code, output.includes('"prepared"')];
      }),
    );
  const results = await Promise.all(prepared);
  expect(results).toEqual(results.map(([name]) => [name, 0, true]));
});

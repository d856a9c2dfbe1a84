import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startBacking } from '../backing/start.js';
import { type LocalConfig, readConfig } from '../config.js';
import { type Connection, processEnv } from '../process-env.js';
import { ADMIN_TASK, PROCESSES } from '../processes.js';
import { runAttached } from '../run-program.js';
import { loadSecrets } from '../secrets.js';
import { lockData, lockHolder } from '../supervisor/data-lock.js';
import { freePort } from '../supervisor/ports.js';
import { endLeftovers, readRuntime, writeRuntime } from '../supervisor/runtime-file.js';
import { Supervisor } from '../supervisor/supervisor.js';
import { findRoot } from '../workspace.js';

/** Runs the gateway's admin program with the gateway's own environment. */
async function runAdmin(config: LocalConfig, connection: Connection, args: string[]): Promise<number> {
  const gateway = PROCESSES.find(({ name }) => name === ADMIN_TASK.of);
  if (!gateway) throw new Error(`${ADMIN_TASK.of} is not in the table of processes.`);
  const port = await freePort();
  const secrets = loadSecrets(config);
  const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`;
  const context = { config, secrets, siteUrl, development: false, devServers: {}, portOf: () => port };
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = config.inherited;
  const env = { ...processEnv(gateway, context, connection), ADMIN_EMAIL, ADMIN_PASSWORD };
  return runAttached(process.execPath, [join(config.root, ADMIN_TASK.entry), ...args], { cwd: config.root, env });
}

/** Nothing runs on this data: the databases are started for as long as the command takes. */
async function withOwnServers(config: LocalConfig, args: string[]): Promise<number> {
  mkdirSync(join(config.dataDir, 'logs'), { recursive: true, mode: 0o700 });
  const lock = lockData(config.dataDir, 'npm run admin');
  try {
    await endLeftovers(config.dataDir);
    const supervisor: Supervisor = new Supervisor(() =>
      writeRuntime(config.dataDir, { pid: process.pid, url: 'npm run admin', connection: {} }, supervisor.roster()),
    );
    try {
      const { connection } = await startBacking(config, supervisor);
      return await runAdmin(config, connection, args);
    } finally {
      await supervisor.stop();
    }
  } finally {
    lock.release();
  }
}

/**
 * `npm run admin -- create|create-user|reset-password|deactivate|activate ...`: on the running platform, or on its data
 * while it doesn't run.
 */
export async function admin(args: string[]): Promise<number> {
  const config = readConfig(findRoot());
  const runtime = lockHolder(config.dataDir) ? readRuntime(config.dataDir) : undefined;
  const { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl } = runtime?.connection ?? {};
  if (mongodbUri && redisUrl) return runAdmin(config, { mongodbUri, redisUrl }, args);
  return withOwnServers(config, args);
}

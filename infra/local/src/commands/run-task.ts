import { join } from 'node:path';
import type { LocalConfig } from '../config.js';
import { type Connection, taskEnv } from '../process-env.js';
import type { Task } from '../processes.js';
import { runAttached } from '../run-program.js';
import { loadSecrets, remotesPublicKeys } from '../secrets.js';
import { freePort } from '../supervisor/ports.js';

/** Runs a task, such as `admin`, attached to this terminal. @returns its exit code */
export async function runTask(
  task: Task,
  config: LocalConfig,
  connection: Connection,
  args: string[],
): Promise<number> {
  const env = await environmentOf(task, config, connection);
  return runAttached(process.execPath, [join(config.root, task.entry), ...args], { cwd: config.root, env });
}

/** Returns the environment in which a program of a service runs on an installation. */
export async function environmentOf(
  task: Task,
  config: LocalConfig,
  connection: Connection,
): Promise<NodeJS.ProcessEnv> {
  const port = await freePort();
  const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`;
  const settings = { secrets: loadSecrets(config), remotesPublicKeys: remotesPublicKeys(config), siteUrl };
  const context = { config, ...settings, development: false, devServers: {}, portOf: () => port };
  return taskEnv(task, context, connection);
}

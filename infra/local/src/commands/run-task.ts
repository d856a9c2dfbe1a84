import { join } from 'node:path';
import type { LocalConfig } from '../config.js';
import { type Connection, processEnv } from '../process-env.js';
import { PROCESSES, type Task } from '../processes.js';
import { runAttached } from '../run-program.js';
import { loadSecrets } from '../secrets.js';
import { freePort } from '../supervisor/ports.js';

/**
 * Runs a task at the terminal, with the environment of the process that it belongs to.
 * @param extra variables that only this run has
 * @returns its exit code
 */
export async function runTask(
  { of, entry }: Task,
  config: LocalConfig,
  connection: Connection,
  args: string[],
  extra: NodeJS.ProcessEnv = {},
): Promise<number> {
  const owner = PROCESSES.find(({ name }) => name === of);
  if (!owner) throw new Error(`${of} is not in the table of processes.`);
  const port = await freePort();
  const secrets = loadSecrets(config);
  const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`;
  const context = { config, secrets, siteUrl, development: false, devServers: {}, portOf: () => port };
  const env = { ...processEnv(owner, context, connection), ...extra };
  return runAttached(process.execPath, [join(config.root, entry), ...args], { cwd: config.root, env });
}

import { join } from 'node:path';
import type { LocalConfig } from '../config.js';
import { type Connection, taskEnv } from '../process-env.js';
import type { Task } from '../processes.js';
import { runAttached } from '../run-program.js';
import { loadSecrets } from '../secrets.js';
import { freePort } from '../supervisor/ports.js';

/** Runs a task, such as `admin`, attached to this terminal. @returns its exit code */
export async function runTask(
  task: Task,
  config: LocalConfig,
  connection: Connection,
  args: string[],
): Promise<number> {
  const port = await freePort();
  const secrets = loadSecrets(config);
  const siteUrl = config.siteUrl ?? `http://localhost:${config.port}`;
  const context = { config, secrets, siteUrl, development: false, devServers: {}, portOf: () => port };
  const env = taskEnv(task, context, connection);
  return runAttached(process.execPath, [join(config.root, task.entry), ...args], { cwd: config.root, env });
}

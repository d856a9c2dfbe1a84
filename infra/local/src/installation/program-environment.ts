import { join } from 'node:path';
import type { RunProgram } from '@docfolio/tasks/installation';
import type { LocalConfig } from '../config.js';
import { type Connection, taskEnv } from '../process-env.js';
import { type Task, tasks } from '../processes.js';
import { runAttached, runToEnd } from '../run-program.js';
import { loadSecrets, remotesPublicKeys } from '../secrets.js';
import { failureReason } from '../supervisor/failure-reason.js';
import { freePort } from '../supervisor/ports.js';

/** Returns what runs programs of services on an installation: attached to this terminal unless their output is captured. */
export function runnerOf(config: LocalConfig, connection: Connection): RunProgram {
  return async (entry, { args = [], env: extra = {}, capture = false } = {}) => {
    const task = tasks.find((each) => each.entry === entry);
    if (!task) throw new Error(`${entry} is not in the table of tasks.`);
    const env = { ...(await environmentOf(task, config, connection)), ...extra };
    const options = { cwd: config.root, env };
    const command = [join(config.root, entry), ...args];
    if (!capture) return { code: await runAttached(process.execPath, command, options), stdout: '' };
    const result = await runToEnd(process.execPath, command, options);
    if (result.code !== 0) console.error(failureReason(result.output));
    return result;
  };
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

import { withDatabases } from '../backing/with-databases.js';
import { readConfig } from '../config.js';
import { adminTask } from '../processes.js';
import { findRoot } from '../workspace.js';
import { runTask } from './run-task.js';

/**
 * Runs `npm run admin -- create|create-user|reset-password|deactivate|activate|create-token ...`: the gateway's admin
 * program, on the databases of the running platform or, if none runs, on its data folder. Returns the exit code.
 */
export async function admin(args: string[]): Promise<number> {
  const config = readConfig(findRoot());
  return withDatabases(config, 'npm run admin', (connection) => runTask(adminTask, config, connection, args));
}

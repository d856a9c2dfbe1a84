import { withDatabases } from '../backing/with-databases.js';
import { readConfig } from '../config.js';
import { ADMIN_TASK } from '../processes.js';
import { findRoot } from '../workspace.js';
import { runTask } from './run-task.js';

/**
 * `npm run admin -- create|create-user|reset-password|deactivate|activate ...`: on the running platform, or on its data
 * while it doesn't run. The gateway's admin program does it.
 */
export async function admin(args: string[]): Promise<number> {
  const config = readConfig(findRoot());
  return withDatabases(config, 'npm run admin', (connection) => runTask(ADMIN_TASK, config, connection, args));
}

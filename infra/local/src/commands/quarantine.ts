import { withDatabases } from '../backing/with-databases.js';
import { readConfig } from '../config.js';
import { quarantineTask } from '../processes.js';
import { findRoot } from '../workspace.js';
import { runTask } from './run-task.js';

/**
 * Runs `npm run quarantine -- list|restore ...`: the media service's program for quarantined images, with the running
 * platform or, if none runs, with its data folder. Returns the exit code.
 */
export async function quarantine(args: string[]): Promise<number> {
  const config = readConfig(findRoot());
  return withDatabases(config, 'npm run quarantine', (connection) => runTask(quarantineTask, config, connection, args));
}

import { withDatabases } from '../backing/with-databases.js';
import { readConfig } from '../config.js';
import { QUARANTINE_TASK } from '../processes.js';
import { findRoot } from '../workspace.js';
import { runTask } from './run-task.js';

/**
 * `npm run quarantine -- list|restore ...`: images without a record, on the running platform or on its data while it does
 * not run. A program of the media service does it.
 */
export async function quarantine(args: string[]): Promise<number> {
  const config = readConfig(findRoot());
  return withDatabases(config, 'npm run quarantine', (connection) =>
    runTask(QUARANTINE_TASK, config, connection, args),
  );
}

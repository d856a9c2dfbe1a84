import { join } from 'node:path';
import { migrateAll } from '@docfolio/tasks/programs/migrate';
import { TaskError } from '@docfolio/tasks/task-error';
import { withDatabases } from '../backing/with-databases.js';
import { readConfig } from '../config.js';
import { prepareTask } from '../processes.js';
import { runToEnd } from '../run-program.js';
import { failureReason } from '../supervisor/failure-reason.js';
import { findRoot } from '../workspace.js';
import { environmentOf } from './run-task.js';

/**
 * Runs `npm run migrate -- up|status`: migrates the databases of the running platform or, if none runs, of its data
 * folder, or shows their migrations. Returns the exit code.
 */
export async function migrate(args: string[]): Promise<number> {
  const config = readConfig(findRoot());
  try {
    await withDatabases(config, 'npm run migrate', (connection) =>
      migrateAll(
        args,
        async (service, given) => {
          const task = prepareTask(service);
          const env = await environmentOf(task, config, connection);
          const result = await runToEnd(process.execPath, [join(config.root, task.entry), ...given], {
            cwd: config.root,
            env,
          });
          if (result.code !== 0) console.error(failureReason(result.output));
          return result;
        },
        console.log,
      ),
    );
    return 0;
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    console.error(error.message);
    return error.exitCode;
  }
}

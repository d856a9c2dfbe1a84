import { runProgram } from '../run-program.js';
import type { Task } from '../task.js';
import { TaskError } from '../task-error.js';

/** The processes with a database. A spec compares them with the launcher's process table. */
export const migratedServices = ['gateway', 'leads', 'content', 'media', 'notifications'] as const;

/** Runs `prepare.js` of each service, one after another. Stops at the first failure. */
export const migrate: Task = async (context) => {
  for (const service of migratedServices) {
    const { code } = await runProgram(context, `services/${service}/dist/prepare.js`);
    if (code !== 0) throw new TaskError(`The database of ${service} could not be prepared (exit code ${code}).`);
    context.print(`database of ${service} prepared`);
  }
  return 0;
};

import { runProgram } from '../run-program.js';
import type { Task } from '../task.js';
import { TaskError } from '../task-error.js';
import { migrationSummary, migrationTable, parseStatus } from './migration-table.js';

/** The processes with a database. A spec compares them with the launcher's process table. */
export const migratedServices = ['gateway', 'leads', 'content', 'media', 'notifications'] as const;

export type MigratedService = (typeof migratedServices)[number];

export const prepareProgram = (service: MigratedService): string => `services/${service}/dist/prepare.js`;

type Run = (service: MigratedService, args: string[]) => Promise<{ code: number; stdout: string }>;

/**
 * Runs `prepare.js` of each service, one after another, and prints the migrations of all databases. Stops at the first
 * failure. @param args `up` or nothing: migrates; `status`: only reads @throws TaskError
 */
export async function migrateAll(args: readonly string[], run: Run, print: (line: string) => void): Promise<void> {
  const [command = 'up', ...rest] = args;
  if (!['up', 'status'].includes(command) || rest.length > 0)
    throw new TaskError(
      'usage: migrate [up | status]\n\nup (the default) migrates all databases, status only reads.',
      2,
    );
  const databases = [];
  for (const service of migratedServices) {
    const { code, stdout } = await run(service, command === 'status' ? ['status'] : []);
    const status = parseStatus(stdout);
    if (code !== 0 || !status) {
      const failure = command === 'status' ? 'read' : 'prepared';
      throw new TaskError(`The database of ${service} could not be ${failure} (exit code ${code}).`);
    }
    databases.push(status);
  }
  print(migrationTable(databases));
  print(`\n${migrationSummary(databases)}`);
}

/** The task `migrate [up | status]`. */
export const migrate: Task = async (context) => {
  const run: Run = (service, args) => runProgram(context, prepareProgram(service), { args, capture: 'copy' });
  await migrateAll(context.args, run, context.print);
  return 0;
};

import { OperatorError } from '@docfolio/process/operator-error';
import type { Declare } from '../declare.js';
import { hasDatabase } from '../declared-process.js';
import type { Installation } from '../installation.js';
import { processes } from '../processes.js';
import { migrationSummary, migrationTable, parseStatus } from './migration-table.js';

export const migrate: Declare = (program, at) => {
  const group = program
    .command('migrate')
    .description('migrate every database, and create indexes and derived fields')
    .usage('[up] | status');
  group
    .command('up', { isDefault: true })
    .description('migrate: what is done without another word')
    .action(() => migrateAll(at, 'up'));
  group
    .command('status')
    .description('only read: what is done, pending or running')
    .action(() => migrateAll(at, 'status'));
};

/** Runs `main.js prepare` of each process with a database, one after another, and prints the migrations. Stops at the first failure. */
async function migrateAll(at: Installation, command: 'up' | 'status'): Promise<void> {
  const databases = await at.withPrograms('migrate', async (run) => {
    const read = [];
    for (const { name, main } of processes.filter(hasDatabase)) {
      const args = ['prepare', ...(command === 'status' ? ['status'] : [])];
      const { code, stdout } = await run(main.entry, { args, capture: 'copy' });
      const status = parseStatus(stdout);
      if (code !== 0 || !status) {
        const failure = command === 'status' ? 'read' : 'prepared';
        throw new OperatorError(`The database of ${name} could not be ${failure} (exit code ${code}).`);
      }
      read.push(status);
    }
    return read;
  });
  at.print(migrationTable(databases));
  at.print(`\n${migrationSummary(databases)}`);
}

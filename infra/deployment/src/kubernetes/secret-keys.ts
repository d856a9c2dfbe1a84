import { secretNames } from '@docfolio/process/config-fields';
import { notForMigrations } from '@docfolio/tasks/declared-process';
import { definitions } from '../compose/process-schemas.js';

const ofProcesses = definitions.map(({ name, config }): [string, string[]] => [name, secretNames(config)]);
/** It loads the settings of each process with a database. */
const ofMigration = ofProcesses
  .flatMap(([, names]) => (names.includes('MONGODB_URI') ? names : []))
  .filter((name) => name !== notForMigrations);

/** Secret variables by workload. */
export const secretKeys: Record<string, string[]> = Object.fromEntries([
  ...ofProcesses,
  ['migrate', [...new Set(ofMigration)]],
  ['first-admin', ['REDIS_URL', 'MONGODB_URI', 'ADMIN_PASSWORD']],
]);

/** Secret variables. Workloads get them only as files, whose paths are in `<NAME>_FILE`. */
export const secretVariableNames = [...new Set(Object.values(secretKeys).flat())];

import { parseArgs } from 'node:util';
import { withDatabases } from '../backing/with-databases.js';
import { readConfig } from '../config.js';
import { bulkPostsTask, bulkSeedTask } from '../processes.js';
import { findRoot } from '../workspace.js';
import { runTask } from './run-task.js';

/** Kinds of records by the task that inserts them. */
const kindsOf = new Map([
  [bulkSeedTask, ['leads', 'clients', 'projects', 'subscribers', 'inquiries']],
  [bulkPostsTask, ['posts']],
]);
/** Maximum number of records per kind, so that a typing error does not fill the disk. */
const maxRecords = 1_000_000;

const usage = `npm run seed -- --leads N [--clients N] [--projects N] [--subscribers N] [--inquiries N] [--posts N]

Fills the databases of this installation with made-up records: N of each kind, whole numbers up to ${maxRecords.toLocaleString('en-US')}.
Nothing is mailed, and running it again with the same numbers adds nothing. Inquiries are sent by leads. Posts are
published, with the texts of the demo posts. What runs shows new posts when its caches expire, after 60 s at most.`;

/** Invalid arguments; the message is for the user. */
class UsageError extends Error {}

function sizeOf(kind: string, given: string): number {
  const size = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
  if (!(size <= maxRecords))
    throw new UsageError(`--${kind} ${given}: expected a whole number from 0 to ${maxRecords}.`);
  return size;
}

/**
 * Returns the number of records to insert, keyed by kind (`leads`, `clients` ...).
 * @throws UsageError for an unknown option, an invalid number, only zeros, or inquiries without leads
 */
export function readSizes(args: string[]): Record<string, number> {
  const option = { type: 'string' as const };
  const options = Object.fromEntries([...kindsOf.values()].flat().map((kind) => [kind, option]));
  let values: Partial<Record<string, string | boolean>>;
  try {
    ({ values } = parseArgs({ args, options, allowPositionals: false }));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const sizes = Object.fromEntries(Object.entries(values).map(([kind, given]) => [kind, sizeOf(kind, String(given))]));
  if (!Object.values(sizes).some((size) => size > 0))
    throw new UsageError('Say how many: --leads 100000, for example.');
  if (sizes.inquiries && !sizes.leads) throw new UsageError('Inquiries are sent by leads: name --leads too.');
  return sizes;
}

/** Runs `npm run seed -- --leads N ...` on the databases of the running platform or, if none runs, its data folder. */
export async function seed(args: string[]): Promise<number> {
  let sizes: Record<string, number>;
  try {
    sizes = readSizes(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
  const config = readConfig(findRoot());
  return withDatabases(config, 'npm run seed', async (connection) => {
    for (const [task, kinds] of kindsOf) {
      const flags = kinds.flatMap((kind) => (sizes[kind] ? [`--${kind}`, String(sizes[kind])] : []));
      const code = flags.length > 0 ? await runTask(task, config, connection, flags) : 0;
      if (code !== 0) return code;
    }
    return 0;
  });
}

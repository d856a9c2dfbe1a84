import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Progress } from '../../bootstrap/progress.mjs';
import { withStoppedDatabases } from '../backing/with-databases.js';
import { ConfigError, type LocalConfig, ownEnvironment, readConfig } from '../config.js';
import { move, type Step } from '../move-data/move.js';
import { type MoveOptions, readOptions, UsageError, usage } from '../move-data/options.js';
import { MoveError, renderTable, throttled } from '../move-data/report.js';
import { installationId, secretsInstructions, writeSecrets } from '../move-data/secret-files.js';
import { openStores } from '../move-data/stores.js';
import type { Connection } from '../process-env.js';
import { loadSecrets } from '../secrets.js';
import { DataHeldError } from '../supervisor/data-lock.js';
import { findRoot } from '../workspace.js';

/** Returns the ms between progress messages: a terminal overwrites each message, a log gets a line for each. */
const progressMs = () => (process.stdout.isTTY ? 200 : 10_000);

function read(args: string[]): MoveOptions | number {
  try {
    const options = readOptions(args, ownEnvironment());
    if (options !== 'help') return options;
    console.log(usage);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

async function run(config: LocalConfig, options: MoveOptions, connection: Connection): Promise<number> {
  const { dataDir } = config;
  const secrets = loadSecrets(config);
  const progress = new Progress(process.stdout);
  const step: Step = (name, work) => progress.step(name, (say) => work(throttled(say, progressMs())));
  const stores = await openStores({ ...connection, dataDir }, options);
  try {
    const external = { redis: config.redisUrl !== undefined, objects: config.minioEndpoint !== undefined };
    const { overwrite } = options;
    const input = { stores, dataDir, installation: installationId(secrets), overwrite, external };
    const { rows } = await move(input, step);
    // Collections that are empty on both sides are not shown.
    const shown = rows.filter(({ store, here, there }) => store !== 'MongoDB' || here > 0 || there > 0);
    console.log(`\n${renderTable(shown)}\n`);
    const different = rows.some(({ problem }) => problem);
    if (different) {
      console.log('The target differs. Run the same command again to continue; --overwrite makes the target equal.');
      return 1;
    }
    if (options.secretsTo) writeSecrets(options.secretsTo, secrets);
    console.log(secretsInstructions(dataDir, options.secretsTo));
    if (existsSync(join(dataDir, 'mail'))) {
      console.log(`Emails that were written as files stay in ${join(dataDir, 'mail')}.`);
    }
    return 0;
  } finally {
    await stores.close();
  }
}

/** Runs `npm run move-data -- --to mongodb://...`: copies this installation's data to the stores of another one. */
export async function moveData(args: string[]): Promise<number> {
  const options = read(args);
  if (typeof options === 'number') return options;
  const config = readConfig(findRoot());
  if (!existsSync(config.dataDir)) throw new ConfigError(`There is no data to move: ${config.dataDir} does not exist.`);
  if (options.objects && config.minioEndpoint) {
    console.error(
      '--to-s3 copies files below DATA_DIR only, but this installation keeps its files in the store at MINIO_ENDPOINT. Nothing was copied. Leave out --to-s3, and give the target the same MINIO_ENDPOINT or copy the buckets with a tool for S3.',
    );
    return 2;
  }
  for (const warning of options.warnings) console.error(warning);
  try {
    return await withStoppedDatabases(config, 'npm run move-data', (connection) => run(config, options, connection));
  } catch (error) {
    if (error instanceof DataHeldError) {
      const { holder } = error;
      console.error(
        `\nDocfolio runs on ${config.dataDir} (process ${holder.pid}, ${holder.url}). Stop it first: what it writes during the move would be left behind.\n`,
      );
      return 1;
    }
    if (!(error instanceof MoveError) && !(error instanceof UsageError)) throw error;
    console.error(`\n${error.message}\n`);
    return 1;
  }
}

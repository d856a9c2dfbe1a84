import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '@docfolio/backup/backup-error';
import { connectMongo, connectRedis, withConnections } from '@docfolio/backup/connections';
import type { RestoreTarget } from '@docfolio/backup/restore/restore-backup';
import { installationId, secretsInstructions, writeSecrets } from '@docfolio/backup/secret-files';
import { withStoppedDatabases } from '../backing/with-databases.js';
import { ConfigError, type LocalConfig, ownEnvironment, readConfig } from '../config.js';
import { move, moveFolder } from '../move-data/move.js';
import { type MoveOptions, readOptions, UsageError, usage } from '../move-data/options.js';
import { sourceObjects, targetObjects } from '../move-data/stores.js';
import type { Connection } from '../process-env.js';
import { loadSecrets } from '../secrets.js';
import { DataHeldError } from '../supervisor/data-lock.js';
import { findRoot, versionOf } from '../workspace.js';
import { printedSteps } from './printed-steps.js';

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

async function run(config: LocalConfig, options: MoveOptions, urls: Connection): Promise<void> {
  const { dataDir } = config;
  const secrets = loadSecrets(config);
  await withConnections(urls, (sources) =>
    withTarget(options, async (target) => {
      const about = {
        platform: versionOf(config.root),
        installation: installationId(secrets),
        secrets: { ...secrets },
      };
      const objects = options.objects ? sourceObjects(dataDir) : {};
      const { overwrite } = options;
      await move(
        { sources: { ...sources, ...about, objects }, target, folder: moveFolder(dataDir), overwrite },
        printedSteps(),
      );
    }),
  );
  if (options.secretsTo) writeSecrets(options.secretsTo, secrets);
  console.log(`\n${secretsInstructions(dataDir, options.secretsTo)}`);
  const mails = join(dataDir, 'mail');
  if (existsSync(mails)) console.log(`Emails that were written as files stay in ${mails}.`);
}

/** Runs `work` with connections to the target's stores. @throws BackupError if one cannot be used */
async function withTarget(options: MoveOptions, work: (target: RestoreTarget) => Promise<void>): Promise<void> {
  const objects = options.objects ? await targetObjects(options.objects) : {};
  const mongo = await connectMongo(options.mongodbUri);
  try {
    const redis = options.redisUrl === undefined ? undefined : await connectRedis(options.redisUrl);
    try {
      const isNew = false;
      await work({ mongo: { client: mongo, isNew }, redis: redis && { client: redis, isNew }, objects });
    } finally {
      redis?.disconnect();
    }
  } finally {
    await mongo.close();
  }
}

/** Returns why the options would leave something behind; undefined if they move everything. */
function incomplete({ minioEndpoint, redisUrl }: LocalConfig, options: MoveOptions): string | undefined {
  if (options.objects && minioEndpoint)
    return '--to-s3 copies files below DATA_DIR only, but this installation keeps its files in the store at MINIO_ENDPOINT. Nothing was copied. Leave out --to-s3, and give the target the same MINIO_ENDPOINT or copy the buckets with a tool for S3.';
  if (!options.objects && !minioEndpoint) return '--to-s3 is missing: the files would be left behind.';
  if (!options.redisUrl && !redisUrl) return '--to-redis is missing: accepted jobs would be left behind.';
  return undefined;
}

/** Runs `npm run move-data -- --to mongodb://...`: copies this installation's data to the stores of another one. */
export async function moveData(args: string[]): Promise<number> {
  const options = read(args);
  if (typeof options === 'number') return options;
  const config = readConfig(findRoot());
  if (!existsSync(config.dataDir)) throw new ConfigError(`There is no data to move: ${config.dataDir} does not exist.`);
  const reason = incomplete(config, options);
  if (reason) {
    console.error(reason);
    return 2;
  }
  for (const warning of options.warnings) console.error(warning);
  try {
    await withStoppedDatabases(config, 'npm run move-data', (urls) => run(config, options, urls));
    return 0;
  } catch (error) {
    if (error instanceof DataHeldError) {
      const { holder } = error;
      console.error(
        `\nDocfolio runs on ${config.dataDir} (process ${holder.pid}, ${holder.url}). Stop it first: what it writes during the move would be left behind.\n`,
      );
      return 1;
    }
    if (!(error instanceof BackupError) && !(error instanceof UsageError)) throw error;
    console.error(`\n${error.message}\n`);
    return 1;
  }
}

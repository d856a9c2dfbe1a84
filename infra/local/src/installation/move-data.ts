import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectMongo, connectRedis, withConnections } from '@docfolio/backup/connections';
import type { RestoreTarget } from '@docfolio/backup/restore/restore-backup';
import { installationId, secretsInstructions, writeSecrets } from '@docfolio/backup/secret-files';
import { OperatorError } from '@docfolio/process/operator-error';
import type { MoveOptions } from '@docfolio/tasks/move-data/options';
import { withStoppedDatabases } from '../backing/with-databases.js';
import { ConfigError, type LocalConfig } from '../config.js';
import { move, moveFolder } from '../move-data/move.js';
import { sourceObjects, targetObjects } from '../move-data/stores.js';
import type { Connection } from '../process-env.js';
import { loadSecrets } from '../secrets.js';
import { DataHeldError } from '../supervisor/data-lock.js';
import { versionOf } from '../workspace.js';
import { printedSteps } from './printed-steps.js';

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

/** Copies the data of this installation, which must be stopped, to the stores of another one. @throws OperatorError */
export async function moveData(config: LocalConfig, command: string, options: MoveOptions): Promise<void> {
  if (!existsSync(config.dataDir)) throw new ConfigError(`There is no data to move: ${config.dataDir} does not exist.`);
  const reason = incomplete(config, options);
  if (reason) throw new OperatorError(reason, 2);
  try {
    await withStoppedDatabases(config, command, (urls) => run(config, options, urls));
  } catch (error) {
    if (!(error instanceof DataHeldError)) throw error;
    const { holder } = error;
    throw new OperatorError(
      `Docfolio runs on ${config.dataDir} (process ${holder.pid}, ${holder.url}). Stop it first: what it writes during the move would be left behind.`,
    );
  }
}

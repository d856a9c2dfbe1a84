import { existsSync, rmSync } from 'node:fs';
import { BackupError } from '@docfolio/backup/backup-error';
import { withConnections } from '@docfolio/backup/connections';
import type { RestoreCommand } from '@docfolio/backup/options';
import { refuseOtherClients } from '@docfolio/backup/restore/other-clients';
import { discardReplaced, type RestoreTarget } from '@docfolio/backup/restore/restore-backup';
import { runRestore, type Sources } from '@docfolio/backup/run-command';
import { OperatorError } from '@docfolio/process/operator-error';
import { withDatabases, withLockedData, withOwnDatabases } from '../backing/with-databases.js';
import type { LocalConfig } from '../config.js';
import { installedObjects } from '../move-data/stores.js';
import type { Connection } from '../process-env.js';
import { completeRestoring, newRestoringFolder, replacedFolder, useRestored } from '../restore/restored-folder.js';
import { restoreSecrets } from '../restore/restored-secrets.js';
import { DataHeldError, lockHolder } from '../supervisor/data-lock.js';
import { versionOf } from '../workspace.js';
import { printedSteps } from './printed-steps.js';

/** Replaces the data of this installation, which must be stopped, by a backup. @throws OperatorError */
export async function restore(config: LocalConfig, command: string, given: RestoreCommand): Promise<void> {
  const { dataDir, root } = config;
  await whileStopped(() =>
    withLockedData(dataDir, command, async () => {
      if (existsSync(replacedFolder(dataDir)))
        throw new BackupError(
          `${replacedFolder(dataDir)} has the data that an earlier restore replaced. Remove it with --discard-old, then restore.`,
        );
      const step = printedSteps();
      const withTarget = async (work: (target: RestoreTarget) => Promise<void>, secrets: Record<string, string>) => {
        const beside = { ...config, dataDir: await newRestoringFolder(dataDir) };
        await withTargetOf(beside, command, work);
        for (const line of restoreSecrets(beside, secrets)) console.log(line);
        completeRestoring(dataDir, given.id);
        await useRestored(dataDir);
      };
      await runRestore({ ...given, platform: versionOf(root) }, withTarget, step);
    }),
  );
  console.log(
    `\nStart Docfolio with npm start, and look at it. Then ${command} --discard-old removes the replaced data.\n`,
  );
}

/** Also while Docfolio runs: the replaced data is used by nobody. @throws OperatorError while a restore runs */
export async function discardReplacedData(config: LocalConfig, command: string): Promise<void> {
  const { dataDir, mongodbUri, redisUrl } = config;
  const holder = lockHolder(dataDir);
  if (holder?.url === command) throw held(holder.pid);
  await printedSteps()('discard', async () => {
    const folder = replacedFolder(dataDir);
    const removed = existsSync(folder) ? [folder] : [];
    rmSync(folder, { recursive: true, force: true });
    if (mongodbUri || redisUrl) {
      const discard = (urls: Connection) =>
        withConnections(urls, (databases) => discardReplaced(targetOf(config, databases)));
      removed.push(await withDatabases(config, command, discard));
    }
    return removed.length === 0 ? 'nothing to remove' : `removed ${removed.join(', ')}`;
  });
}

/**
 * Runs `work` with the stores to restore to: databases that no URL is set for are started on the data folder.
 * @throws BackupError if other processes use a Redis that is set
 */
async function withTargetOf<T>(
  config: LocalConfig,
  command: string,
  work: (target: RestoreTarget) => Promise<T>,
): Promise<T> {
  return withOwnDatabases(config, command, (urls) =>
    withConnections(urls, async (databases) => {
      if (config.redisUrl) await refuseOtherClients(databases.redis);
      return work(targetOf(config, databases));
    }),
  );
}

function targetOf(config: LocalConfig, { mongo, redis }: Pick<Sources, 'mongo' | 'redis'>): RestoreTarget {
  return {
    mongo: { client: mongo, isNew: config.mongodbUri === undefined },
    redis: { client: redis, isNew: config.redisUrl === undefined },
    objects: installedObjects(config),
  };
}

const held = (pid: number) => new OperatorError(`Docfolio runs on this data (process ${pid}). Stop it first.`);

async function whileStopped(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof DataHeldError ? held(error.holder.pid) : error;
  }
}

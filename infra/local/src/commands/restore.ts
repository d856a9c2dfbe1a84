import { existsSync, rmSync } from 'node:fs';
import { BackupError } from '@docfolio/backup/backup-error';
import { withConnections } from '@docfolio/backup/connections';
import { type RestoreCommand, readRestoreOptions, restoreUsage, UsageError } from '@docfolio/backup/options';
import { refuseOtherClients } from '@docfolio/backup/restore/other-clients';
import { discardReplaced, type RestoreTarget } from '@docfolio/backup/restore/restore-backup';
import { runRestore, type Sources } from '@docfolio/backup/run-command';
import { withDatabases, withLockedData, withOwnDatabases } from '../backing/with-databases.js';
import { type LocalConfig, ownEnvironment, readConfig } from '../config.js';
import { installedObjects } from '../move-data/stores.js';
import type { Connection } from '../process-env.js';
import { completeRestoring, newRestoringFolder, replacedFolder, useRestored } from '../restore/restored-folder.js';
import { restoreSecrets } from '../restore/restored-secrets.js';
import { DataHeldError, lockHolder } from '../supervisor/data-lock.js';
import { findRoot, versionOf } from '../workspace.js';
import { printedSteps } from './printed-steps.js';

const command = 'npm run restore';

/** Runs `npm run restore`: replaces the data of this installation, which must be stopped, by a backup. */
export async function restore(args: string[]): Promise<number> {
  const root = findRoot();
  const config = readConfig(root);
  const given = read(args, root);
  if (typeof given === 'number') return given;
  try {
    await (given.name === 'discard' ? discardOld(config) : restoreFrom(given, config));
    return 0;
  } catch (error) {
    if (error instanceof DataHeldError)
      console.error(`\nDocfolio runs on this data (process ${error.holder.pid}). Stop it first.\n`);
    else if (error instanceof BackupError) console.error(`\n${error.message}\n`);
    else throw error;
    return 1;
  }
}

function read(args: string[], root: string): RestoreCommand | number {
  try {
    const given = readRestoreOptions(args, ownEnvironment(), root);
    if (given !== 'help') return given;
    console.log(restoreUsage);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${restoreUsage}`);
    return 2;
  }
}

async function restoreFrom(given: RestoreCommand & { name: 'restore' }, config: LocalConfig): Promise<void> {
  const { dataDir, root } = config;
  await withLockedData(dataDir, command, async () => {
    if (existsSync(replacedFolder(dataDir)))
      throw new BackupError(
        `${replacedFolder(dataDir)} has the data that an earlier restore replaced. Remove it with --discard-old, then restore.`,
      );
    const step = printedSteps();
    const withTarget = async (work: (target: RestoreTarget) => Promise<void>, secrets: Record<string, string>) => {
      const beside = { ...config, dataDir: await newRestoringFolder(dataDir) };
      await withTargetOf(beside, work);
      for (const line of restoreSecrets(beside, secrets)) console.log(line);
      completeRestoring(dataDir, given.id);
      await useRestored(dataDir);
    };
    await runRestore({ ...given, platform: versionOf(root) }, withTarget, step);
  });
  console.log(
    `\nStart Docfolio with npm start, and look at it. Then npm run restore -- --discard-old removes the replaced data.\n`,
  );
}

/** Also while Docfolio runs: the replaced data is used by nobody. @throws DataHeldError while a restore runs */
async function discardOld(config: LocalConfig): Promise<void> {
  const { dataDir, mongodbUri, redisUrl } = config;
  const holder = lockHolder(dataDir);
  if (holder?.url === command) throw new DataHeldError(dataDir, holder);
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
async function withTargetOf<T>(config: LocalConfig, work: (target: RestoreTarget) => Promise<T>): Promise<T> {
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
